/*
 * paths.h: where the files are when no option says otherwise, relative to the working directory.
 */
#ifndef RUNGATE_PATHS_H
#define RUNGATE_PATHS_H

#define RG_PATH_SURFACE "config/regression-metrics.json"
#define RG_PATH_THRESHOLDS "config/regression-thresholds.json"
#define RG_PATH_LADDERS "config/ladders.json"
#define RG_PATH_BASELINE "baselines/baseline-timings.json"
#define RG_PATH_TIMINGS "timings.json"

#endif
