/* Time of day with microseconds. */
#ifndef WARPLOOM_SYS_TIME_H
#define WARPLOOM_SYS_TIME_H

#include <time.h>

typedef long suseconds_t;

struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};

struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};

struct itimerval {
  struct timeval it_interval;
  struct timeval it_value;
};

#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

int gettimeofday(struct timeval *restrict now, void *restrict zone);
int settimeofday(const struct timeval *now, const struct timezone *zone);
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old);

#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timercmp(left, right, relation) \
  (((left)->tv_sec == (right)->tv_sec) ? ((left)->tv_usec relation (right)->tv_usec) \
                                       : ((left)->tv_sec relation (right)->tv_sec))
#define timeradd(left, right, sum) \
  do { \
    (sum)->tv_sec = (left)->tv_sec + (right)->tv_sec; \
    (sum)->tv_usec = (left)->tv_usec + (right)->tv_usec; \
    if ((sum)->tv_usec >= 1000000) { \
      (sum)->tv_sec++; \
      (sum)->tv_usec -= 1000000; \
    } \
  } while (0)
#define timersub(left, right, difference) \
  do { \
    (difference)->tv_sec = (left)->tv_sec - (right)->tv_sec; \
    (difference)->tv_usec = (left)->tv_usec - (right)->tv_usec; \
    if ((difference)->tv_usec < 0) { \
      (difference)->tv_sec--; \
      (difference)->tv_usec += 1000000; \
    } \
  } while (0)

#endif
