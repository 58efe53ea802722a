// <time.h>: calendar conversions that do not depend on the clock or the zone.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

int main(void) {
  time_t t = 86400 * 365;
  struct tm tm;
  if (!gmtime_r(&t, &tm)) return 1;
  printf("%d %d %d %d\n", tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_wday);
  char out[64];
  size_t n = strftime(out, sizeof out, "%Y-%m-%d %H:%M:%S", &tm);
  printf("%zu %s\n", n, out);
  printf("%.0f\n", difftime(t + 10, t));
  struct timespec now, later = { .tv_sec = 1, .tv_nsec = 500 };
  printf("%d %ld\n", clock_gettime(CLOCK_MONOTONIC, &now), later.tv_nsec);
  printf("%d\n", clock() != (clock_t)-1 && CLOCKS_PER_SEC > 0);
  printf("%d\n", time(NULL) > t);
  struct timespec brief = { 0, 1 };
  printf("%d\n", nanosleep(&brief, NULL));
  return 0;
}
