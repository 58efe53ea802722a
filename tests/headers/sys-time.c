// <sys/time.h>: the classic way to take a time difference.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/time.h>

static double seconds(struct timeval v) { return (double)v.tv_sec + 1e-6 * (double)v.tv_usec; }

int main(void) {
  struct timeval a, b, sum;
  gettimeofday(&a, NULL);
  gettimeofday(&b, 0);
  printf("%d\n", seconds(b) >= seconds(a));
  struct timeval x = { 1, 900000 }, y = { 2, 200000 };
  timeradd(&x, &y, &sum);
  printf("%ld %ld\n", (long)sum.tv_sec, (long)sum.tv_usec);
  timersub(&y, &x, &sum);
  printf("%ld %ld %d\n", (long)sum.tv_sec, (long)sum.tv_usec, timercmp(&x, &y, <) != 0);
  timerclear(&sum);
  printf("%d %zu\n", timerisset(&sum) != 0, sizeof(struct timeval));
  struct itimerval timer = { { 0, 0 }, { 0, 0 } };
  printf("%d\n", setitimer(ITIMER_REAL, &timer, NULL));
  return 0;
}
