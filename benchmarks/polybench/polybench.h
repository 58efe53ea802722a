// What the thirty programs share: how often they run, the time of the region,
// and the number that stands for a result.
#ifndef POLYBENCH_H
#define POLYBENCH_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Runs of the region: one, or as many as REPEAT says.
static inline int runs(void)
{
    const char *repeat = getenv("REPEAT");
    return repeat ? atoi(repeat) : 1;
}

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double started;

static inline void start(void)
{
    started = seconds();
}

// Some numbers of a result, from all over it: a region has ended when the program can read them.
static inline double sampled(const float *values, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i += 1 + count / 64)
        sum += values[i];
    return sum;
}

static inline double sampled_ints(const int *values, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i += 1 + count / 64)
        sum += values[i];
    return sum;
}

// The time since `start`, for who asks by REGION_TIMES.
static inline void stop(const char *name, double sample)
{
    double ended = seconds();
    if (getenv("REGION_TIMES") && sample == sample)
        fprintf(stderr, "region %s %.4f ms\n", name, 1e3 * (ended - started));
}

// Prints a weighted sum of magnitudes: nothing cancels, places count. The
// status of the program: is it a number?
static inline int result(const char *name, const float *values, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += fabs((double)values[i]) * (1.0 + (double)(i % 17) / 16);
    printf("%s %.5e\n", name, sum);
    return sum == sum ? 0 : 1;
}

#endif
