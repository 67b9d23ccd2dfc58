/*
 * stats.h: statistics of a few values: median, mean, sample deviation, Student's t.
 *
 * Nothing is allocated and no value is moved. Values are finite.
 */
#ifndef RUNGATE_STATS_H
#define RUNGATE_STATS_H

#include <stddef.h>

/* The median; of an even count the mean of the middle two. 0 when there are no values. */
double rg_median(const double *values, size_t count);

/* The mean, and the sample standard deviation (divided by count - 1; 0 for a single value). */
struct rg_moments {
    double mean;
    double deviation;
};

/* Of the values, and of their natural logarithms. `count` is at least 1. */
struct rg_moments rg_moments(const double *values, size_t count);
struct rg_moments rg_log_moments(const double *values, size_t count);

enum rg_student_p { RG_STUDENT_99, RG_STUDENT_999, RG_STUDENT_9995 };

enum { RG_STUDENT_DF_MAX = 60 };

/*
 * t(p, df), one-sided: the share p of the distribution lies below it. With more than RG_STUDENT_DF_MAX
 * degrees of freedom it is that of RG_STUDENT_DF_MAX, which is larger (by 6 % at most), so it errs on the
 * side of no verdict. `df` is at least 1.
 */
double rg_student(enum rg_student_p p, size_t df);

#endif
