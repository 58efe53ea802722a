/* Calendar and processor time. */
#ifndef WARPLOOM_TIME_H
#define WARPLOOM_TIME_H

#include <stddef.h>

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

#ifndef WARPLOOM_STRUCT_TIMESPEC
#define WARPLOOM_STRUCT_TIMESPEC
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#endif

#define CLOCKS_PER_SEC 1000000L
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4

clock_t clock(void);
time_t time(time_t *now);
double difftime(time_t later, time_t earlier);
time_t mktime(struct tm *parts);
int timespec_get(struct timespec *now, int base);
char *asctime(const struct tm *parts);
char *ctime(const time_t *moment);
struct tm *gmtime(const time_t *moment);
struct tm *localtime(const time_t *moment);
size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict parts);

/* POSIX */
struct tm *gmtime_r(const time_t *restrict moment, struct tm *restrict parts);
struct tm *localtime_r(const time_t *restrict moment, struct tm *restrict parts);
char *asctime_r(const struct tm *restrict parts, char *restrict to);
char *ctime_r(const time_t *moment, char *to);
int clock_gettime(clockid_t clock, struct timespec *now);
int clock_getres(clockid_t clock, struct timespec *resolution);
int nanosleep(const struct timespec *wanted, struct timespec *left);

#endif
