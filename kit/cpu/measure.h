// Runs `work` once to warm up and once more, and prints how long the part
// between `start` and `stop` took, and a number that depends on all results, by
// which two versions are compared. What comes before and after, in versions
// with directives, is the way to the device and back, which the other version
// has none of.
//
// One thread is measured in processor time, so that other work on the machine
// does not count; several, by the clock on the wall.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void prepare(void);
static void work(void);
static double digest(void);

static double began, took;

static double now(void)
{
    const char *threads = getenv("OMP_NUM_THREADS");
    struct timespec time;
    clock_gettime(threads && !strcmp(threads, "1") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void start(void)
{
    began = now();
}

static void stop(void)
{
    took = now() - began;
}

int main(void)
{
    prepare();
    work();
    work();
    printf("%.6f %.6g\n", took, digest());
    return 0;
}
