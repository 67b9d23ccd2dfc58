/*
 * student.h: quantiles of Student's t distribution. The one table of them.
 */
#ifndef RUNGATE_STUDENT_H
#define RUNGATE_STUDENT_H

#include <stddef.h>

enum rg_student_p { RG_STUDENT_99, RG_STUDENT_999 };

enum { RG_STUDENT_DF_MAX = 60 };

/*
 * t(p, df), one-sided: the share p of the distribution lies below it. With more than RG_STUDENT_DF_MAX
 * degrees of freedom it is that of RG_STUDENT_DF_MAX, which is larger (by 5 % at most) and so errs on the
 * side of showing nothing. `df` is at least 1.
 */
double rg_student(enum rg_student_p p, size_t df);

#endif
