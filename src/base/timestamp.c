#include "rungate/base/timestamp.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const long long FIRST_S = -62135596800LL; /* 0001-01-01T00:00:00Z */
static const long long LAST_S = 253402300799LL;  /* 9999-12-31T23:59:59Z */

/*
 * Days since 1970-01-01 of a date in the proleptic Gregorian calendar. Years are counted from March, so that
 * the leap day is the last of its year; an era is 400 years, 146097 days.
 */
static long long days_from_civil(int year, int month, int day)
{
    long long y = month <= 2 ? year - 1 : year;
    long long era = y / 400;
    long long year_of_era = y - era * 400;
    long long day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

static void civil_from_days(long long days, int *ret_year, int *ret_month, int *ret_day)
{
    long long shifted = days + 719468;
    long long era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    long long day_of_era = shifted - era * 146097;
    long long year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    long long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    long long month = (5 * day_of_year + 2) / 153;

    *ret_day = (int)(day_of_year - (153 * month + 2) / 5 + 1);
    *ret_month = (int)(month < 10 ? month + 3 : month - 9);
    *ret_year = (int)(year_of_era + era * 400 + (*ret_month <= 2));
}

/* Take exactly `count` digits, then the character `after` ('\0': none). Values outside min..max fail. */
static bool take(const char **p, int count, int min, int max, char after, int *ret)
{
    int value = 0;

    for (int i = 0; i < count; i++, (*p)++) {
        if (**p < '0' || **p > '9')
            return false;
        value = value * 10 + (**p - '0');
    }
    if (after != '\0' && *(*p)++ != after)
        return false;
    *ret = value;
    return value >= min && value <= max;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month - 1] + (month == 2 && leap);
}

static bool take_date(const char **p, long long *ret_unix_s)
{
    int year;
    int month;
    int day;

    if (!take(p, 4, 1, 9999, '-', &year) || !take(p, 2, 1, 12, '-', &month) ||
        !take(p, 2, 1, 31, '\0', &day) || day > days_in_month(year, month))
        return false;
    *ret_unix_s = days_from_civil(year, month, day) * 86400;
    return true;
}

bool rg_date_parse(const char *text, long long *ret_unix_s)
{
    long long start;

    if (!take_date(&text, &start) || *text != '\0')
        return false;
    *ret_unix_s = start;
    return true;
}

/* "Z", "+hh:mm" or "-hh:mm", as seconds east of UTC. */
static bool take_offset(const char **p, long long *ret_s)
{
    int hours;
    int minutes;
    char sign = *(*p)++;

    if (sign == 'Z' || sign == 'z') {
        *ret_s = 0;
        return true;
    }
    if ((sign != '+' && sign != '-') || !take(p, 2, 0, 23, ':', &hours) || !take(p, 2, 0, 59, '\0', &minutes))
        return false;
    *ret_s = (sign == '-' ? -1 : 1) * (hours * 3600LL + minutes * 60LL);
    return true;
}

bool rg_timestamp_parse(const char *text, long long *ret_unix_s)
{
    const char *p = text;
    long long day_s;
    long long offset_s;
    int hour;
    int minute;
    int second;

    if (!take_date(&p, &day_s) || (*p != 'T' && *p != 't'))
        return false;
    p++;
    if (!take(&p, 2, 0, 23, ':', &hour) || !take(&p, 2, 0, 59, ':', &minute) ||
        !take(&p, 2, 0, 60, '\0', &second))
        return false;
    if (*p == '.') {
        size_t digits = strspn(p + 1, "0123456789");
        if (digits == 0)
            return false;
        p += 1 + digits;
    }
    if (!take_offset(&p, &offset_s) || *p != '\0')
        return false;
    long long unix_s = day_s + hour * 3600LL + minute * 60LL + second - offset_s;
    /* An offset or a leap second can leave the years that can be shown. */
    if (unix_s < FIRST_S || unix_s > LAST_S)
        return false;
    *ret_unix_s = unix_s;
    return true;
}

void rg_timestamp_format(long long unix_s, char ret_text[RG_TIMESTAMP_SIZE])
{
    int year;
    int month;
    int day;

    if (unix_s < FIRST_S)
        unix_s = FIRST_S;
    if (unix_s > LAST_S)
        unix_s = LAST_S;
    long long days = (unix_s >= 0 ? unix_s : unix_s - 86399) / 86400;
    unsigned rest = (unsigned)(unix_s - days * 86400) % 86400;
    civil_from_days(days, &year, &month, &day);
    (void)snprintf(ret_text, RG_TIMESTAMP_SIZE, "%04d-%02d-%02dT%02u:%02u:%02uZ", year, month, day,
                   rest / 3600, rest / 60 % 60, rest % 60);
}

long long rg_clock_ms(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
