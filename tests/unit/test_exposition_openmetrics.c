/* OpenMetrics: what is read, and its faults with places. */
#include "exposition_rows.h"

static void reads_openmetrics(void **state)
{
    static const struct row rows[] = {
        {"nothing", "# EOF\n", ""},
        {"nothing, without newline", "# EOF", ""},
        {"one sample", "a 1\n# EOF\n", "1u a{} 1;"},
        {"labels", "a{b=\"c\",d=\"e\"} 1\n# EOF\n", "1u a{b=c,d=e} 1;"},
        {"an empty set", "a{} 1\n# EOF\n", "1u a{} 1;"},
        {"escapes stay that are none", "a{b=\"\\\\\\\"\\n\\t\"} 1\n# EOF\n", "1u a{b=\\\"\n\\t} 1;"},
        {"hashes and braces in a value", "a{b=\" # {} \"} 1\n# EOF\n", "1u a{b= # {} } 1;"},
        {"timestamps", "a 1 1\nb 1 -1.5\nc 1 1e9\nd 1 1.\n# EOF\n", "1u a{} 1;2u b{} 1;3u c{} 1;4u d{} 1;"},
        {"types",
         "# HELP a x y\n# TYPE a counter\na_total 1\na_created 2\n# TYPE b gauge\nb 1\n# TYPE c unknown\nc 1\n"
         "# TYPE d summary\nd{quantile=\"0.5\"} 1\nd_sum 2\nd_count 3\nd_created 4\n"
         "# TYPE e histogram\ne_bucket{le=\"+Inf\"} 1\ne_sum 2\ne_count 1\ne_created 4\n"
         "# TYPE f gaugehistogram\nf_bucket{le=\"+Inf\"} 1\nf_gsum 2\nf_gcount 1\n"
         "# TYPE g stateset\ng{g=\"x\"} 1\n# TYPE h info\nh_info{x=\"y\"} 1\n# EOF\n",
         "3c a_total{} 1;4c a_created{} 2;6g b{} 1;8u c{} 1;10s d{quantile=0.5} 1;11s d_sum{} 2;"
         "12s d_count{} 3;13s d_created{} 4;15h e_bucket{le=+Inf} 1;16h e_sum{} 2;17h e_count{} 1;"
         "18h e_created{} 4;20G f_bucket{le=+Inf} 1;21G f_gsum{} 2;22G f_gcount{} 1;24S g{g=x} 1;26I h_info{x=y} 1;"},
        {"units",
         "# TYPE a_seconds gauge\n# UNIT a_seconds seconds\n# HELP a_seconds \na_seconds 1\n# UNIT b \n# EOF\n",
         "4g a_seconds{} 1;"},
        {"quoted names", "# TYPE \"a.b\" histogram\n{\"a.b_bucket\",le=\"1\",\"c.d\"=\"e\"} 1\n# EOF\n",
         "2h a.b_bucket{le=1,c.d=e} 1;"},
        {"exemplars",
         "# TYPE a counter\na_total 1 # {b=\"c\"} 0.5\na_total{x=\"1\"} 1 2 # {} 0.5 1.5\n"
         "a_total{x=\"2\"} 1 # {b=\"} # {\",x=\"3\"} -1\n# EOF\n",
         "2c a_total{} 1;3c a_total{x=1} 1;4c a_total{x=2} 1;"},
    };

    (void)state;
    check_rows(rows, COUNT_OF(rows), RG_EXPOSITION_OPENMETRICS, true);
}

#define NO_EOF "expected '# EOF': the page was cut short"
#define COMMENT "expected '# HELP', '# TYPE', '# UNIT' or '# EOF'"

static void refuses_openmetrics(void **state)
{
    static const struct row rows[] = {
        {"nothing at all", "", "line 1, column 1: " NO_EOF},
        {"no EOF", "a 1\n", "line 2, column 1: " NO_EOF},
        {"half an EOF", "a 1\n# EO", "line 2, column 5: the last line does not end: the page was cut short"},
        {"a line after EOF", "# EOF\na 1\n", "line 2, column 1: a line after '# EOF'"},
        {"an empty line after EOF", "# EOF\n\n", "line 2, column 1: a line after '# EOF'"},
        {"EOF twice", "# EOF\n# EOF", "line 2, column 1: a line after '# EOF'"},
        {"an empty line", "a 1\n\n# EOF\n", "line 2, column 1: an empty line"},
        {"a comment", "# a\n# EOF\n", "line 1, column 1: " COMMENT},
        {"no blank in a comment", "#TYPE a counter\n# EOF\n", "line 1, column 1: " COMMENT},
        {"EOF with more", "# EOF \n", "line 1, column 1: " COMMENT},
        {"carriage return at EOF", "# EOF\r\n", "line 1, column 1: " COMMENT},
        {"carriage return", "a 1\r\n# EOF\n", "line 1, column 3: " VALUE},
        {"a blank in front", " a 1\n# EOF\n", "line 1, column 1: expected the name of a metric"},
        {"two blanks", "a  1\n# EOF\n", "line 1, column 3: expected a value"},
        {"a tab", "a\t1\n# EOF\n", "line 1, column 2: expected a blank"},
        {"a blank at the end", "a 1 \n# EOF\n", "line 1, column 5: expected a timestamp"},
        {"a blank in braces", "a{ b=\"c\"} 1\n# EOF\n", "line 1, column 3: expected the name of a label"},
        {"a blank before braces", "a {b=\"c\"} 1\n# EOF\n", "line 1, column 3: " VALUE},
        {"a comma at the end", "a{b=\"c\",} 1\n# EOF\n", "line 1, column 9: expected the name of a label"},
        {"no blank after braces", "a{b=\"c\"}1\n# EOF\n", "line 1, column 9: expected a blank"},
        {"a timestamp that is NaN", "a 1 NaN\n# EOF\n",
         "line 1, column 5: expected a timestamp: a decimal number of seconds"},
        {"a timestamp that is hexadecimal", "a 1 0x1\n# EOF\n",
         "line 1, column 5: expected a timestamp: a decimal number of seconds"},
        {"a blank after a timestamp", "a 1 1 \n# EOF\n", "line 1, column 7: expected '#', of an exemplar"},
        {"an exemplar without braces", "a 1 # 1\n# EOF\n", "line 1, column 7: expected '{', of an exemplar"},
        {"an exemplar without a blank", "a 1 #{} 1\n# EOF\n", "line 1, column 6: expected a blank"},
        {"an exemplar without a value", "a 1 # {}\n# EOF\n", "line 1, column 9: expected a blank"},
        {"an exemplar with a blank for a value", "a 1 # {} \n# EOF\n", "line 1, column 10: expected a value"},
        {"an exemplar with a bad value", "a 1 # {} x\n# EOF\n", "line 1, column 10: " VALUE},
        {"an exemplar with a bad timestamp", "a 1 # {} 1 x\n# EOF\n",
         "line 1, column 12: expected a timestamp: a decimal number of seconds"},
        {"an exemplar with more", "a 1 # {} 1 1 1\n# EOF\n",
         "line 1, column 13: expected the end of the line"},
        {"an exemplar with a label twice", "a 1 # {b=\"c\",b=\"d\"} 1\n# EOF\n",
         "line 1, column 14: a label that is there already"},
        {"an exemplar with a name", "a 1 # {\"b\"} 1\n# EOF\n", "line 1, column 11: expected '='"},
        {"two exemplars", "a 1 # {} 1 # {} 1\n# EOF\n",
         "line 1, column 12: expected a timestamp: a decimal number of seconds"},
        {"untyped", "# TYPE a untyped\n# EOF\n",
         "line 1, column 10: expected a type: counter, gauge, histogram, summary, unknown, gaugehistogram, "
         "stateset or info"},
        {"help without text", "# HELP a\n# EOF\n", "line 1, column 9: expected a blank"},
        {"two blanks before a type", "# TYPE a  gauge\n# EOF\n",
         "line 1, column 10: expected the end of the line"},
        {"a type twice", "# TYPE a gauge\n# TYPE a gauge\n# EOF\n",
         "line 2, column 8: a second TYPE of the family"},
        {"help twice", "# HELP a x\n# HELP a x\n# EOF\n", "line 2, column 8: a second HELP of the family"},
        {"a unit twice", "# UNIT a_s s\n# UNIT a_s s\n# EOF\n",
         "line 2, column 8: a second UNIT of the family"},
        {"a unit that is not in the name", "# UNIT a_s m\n# EOF\n",
         "line 1, column 8: a unit in which the family's name does not end"},
        {"a unit that is the name", "# UNIT s s\n# EOF\n",
         "line 1, column 8: a unit in which the family's name does not end"},
        {"a unit of an info", "# TYPE a_s info\n# UNIT a_s s\n# EOF\n",
         "line 2, column 8: a unit, which an info or a stateset cannot have"},
        {"a stateset with a unit", "# UNIT a_s s\n# TYPE a_s stateset\n# EOF\n",
         "line 2, column 8: a unit, which an info or a stateset cannot have"},
        {"a type after samples", "a 1\n# TYPE a gauge\n# EOF\n",
         "line 2, column 8: HELP, TYPE or UNIT after samples of the family"},
        {"interleaved samples", "# TYPE a gauge\na{b=\"1\"} 1\n# TYPE c gauge\nc 1\na{b=\"2\"} 1\n# EOF\n",
         "line 5, column 1: a sample of a family whose lines are not together"},
        {"interleaved samples without types", "a{b=\"1\"} 1\nc 1\na{b=\"2\"} 1\n# EOF\n",
         "line 3, column 1: a sample of a family whose lines are not together"},
        {"interleaved help", "# TYPE a gauge\n# TYPE b gauge\n# HELP a x\n# EOF\n",
         "line 3, column 8: a family whose lines are not together"},
        {"a counter without _total", "# TYPE a counter\na 1\n# EOF\n",
         "line 2, column 1: a sample that is named as its family is, which its type forbids"},
        {"a family named as a sample", "# TYPE a counter\na_total 1\n# TYPE a_total gauge\n# EOF\n",
         "line 3, column 8: a family that is named as a sample of another family is"},
        {"a sample named as a family", "# TYPE a_total gauge\n# TYPE a counter\n# EOF\n",
         "line 2, column 8: a family whose samples are named as another family is"},
        {"a series twice", "a 1 1\na 1 2\n# EOF\n", "line 2, column 1: a series that is there already"},
    };

    (void)state;
    check_rows(rows, COUNT_OF(rows), RG_EXPOSITION_OPENMETRICS, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_openmetrics),
        cmocka_unit_test(refuses_openmetrics),
    };
    return cmocka_run_group_tests_name("exposition_openmetrics", tests, NULL, NULL);
}
