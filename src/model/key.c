#include "rungate/model/key.h"

#include <stdlib.h>
#include <string.h>

/* Groups whose prefix and policy are known without being declared. */
static const struct {
    const char *group;
    const char *prefix;
    const char *policy;
} groups[] = {
    {"spans", "span", "span"},
    {"rpc_methods", "rpc", "rpc_method"},
    {"job_queue", "job", "job_queue"},
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

/* The index of a group; GROUPS when it is not known. */
static size_t find_group(const char *name)
{
    size_t i = 0;

    while (i < GROUPS && strcmp(groups[i].group, name) != 0)
        i++;
    return i;
}

const char *rg_key_default_prefix(const char *group)
{
    size_t i = find_group(group);

    return i < GROUPS ? groups[i].prefix : group;
}

const char *rg_key_default_policy(const char *group, const char *prefix)
{
    size_t i = find_group(group);

    return i < GROUPS ? groups[i].policy : prefix;
}

const char *rg_key_policy_of_prefix(const char *prefix, size_t length, size_t *ret_length)
{
    for (size_t i = 0; i < GROUPS; i++) {
        if (strlen(groups[i].prefix) == length && memcmp(groups[i].prefix, prefix, length) == 0) {
            *ret_length = strlen(groups[i].policy);
            return groups[i].policy;
        }
    }
    *ret_length = length;
    return prefix;
}

bool rg_key_split(const char *text, struct rg_key *ret)
{
    const char *first = strchr(text, '.');
    const char *last = strrchr(text, '.');

    if (first == NULL || first == last || first == text || last[1] == '\0')
        return false;
    ret->prefix_length = (size_t)(first - text);
    ret->base_length = (size_t)(last - text);
    ret->label = last + 1;
    return true;
}

enum rg_key_kind rg_key_kind(const char *key)
{
    const char *dot = strrchr(key, '.');

    if (dot == NULL)
        return RG_KEY_QUANTILE;
    return strcmp(dot + 1, RG_LABEL_MEAN) == 0    ? RG_KEY_MEAN
           : strcmp(dot + 1, RG_LABEL_VALUE) == 0 ? RG_KEY_VALUE
                                                  : RG_KEY_QUANTILE;
}

bool rg_key_expect_label(const struct rg_json *member, struct rg_error *err)
{
    const char *label = rg_json_name(member);
    size_t digits = label[0] == 'p' ? strspn(label + 1, "0123456789") : 0;

    return (digits > 0 && label[1 + digits] == '\0') || strcmp(label, RG_LABEL_VALUE) == 0 ||
           strcmp(label, RG_LABEL_MEAN) == 0 ||
           rg_json_fail(member, err, "expected a quantile's label, such as 'p95', 'mean' or 'value'");
}

bool rg_key_label(const char *text, size_t length, char ret[RG_LABEL_SIZE])
{
    char digits[RG_LABEL_SIZE] = {0};
    size_t count = 0;
    long point = 0; /* where the point stands, counted from the start of the digits */
    bool seen_point = false;

    if (length >= RG_LABEL_SIZE - 16)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.') {
            seen_point = true;
        } else if (text[i] == 'e' || text[i] == 'E') {
            char exponent[RG_LABEL_SIZE] = {0};
            memcpy(exponent, text + i + 1, length - i - 1);
            point += strtol(exponent, NULL, 10);
            break;
        } else {
            point += !seen_point;
            if (count > 0 || text[i] != '0')
                digits[count++] = text[i];
            else
                point -= 1;
        }
    }
    while (count > 0 && digits[count - 1] == '0')
        count--;
    point += 2;
    /* 0.d1d2… × 10^point, with 1 <= point <= 2 for the usual quantiles, less below 0.01. */
    if (count == 0 || point > 2 || point < -8)
        return false;

    size_t at = 0;
    ret[at++] = 'p';
    for (long i = point; i <= 0; i++)
        ret[at++] = '0';
    memcpy(ret + at, digits, count);
    at += count;
    for (long i = (long)count; i < point; i++)
        ret[at++] = '0';
    ret[at] = '\0';
    return true;
}

double rg_key_quantile(const char *label)
{
    double value = 0;
    double scale = 0.1;

    if (label == NULL || label[0] != 'p' || label[1] == '\0' ||
        label[1 + strspn(label + 1, "0123456789")] != '\0')
        return 0;
    /* Two digits stand before the moved point; a single one is below 10 per cent, a leading 0 below 1. */
    if (label[2] == '\0' || label[1] == '0')
        scale = 0.01;
    for (const char *p = label + 1; *p != '\0'; p++) {
        value += (*p - '0') * scale;
        scale /= 10;
    }
    return value;
}
