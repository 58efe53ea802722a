// assert, errno and calendar time used together, deterministically.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long checked(const char *s) {
  char *end;
  errno = 0;
  long v = strtol(s, &end, 10);
  if (errno == ERANGE) return -1;
  if (end == s || *end) return -2;
  assert(v >= -1000000 && "small numbers only");
  return v;
}

int main(void) {
  printf("%ld %ld %ld\n", checked("42"), checked("x"), checked("99999999999999999999"));
  struct tm t = { .tm_year = 100, .tm_mon = 1, .tm_mday = 29, .tm_hour = 12 };
  char out[40];
  size_t n = strftime(out, sizeof out, "%Y-%m-%d %H:%M", &t);
  printf("%zu %s\n", n, out);
  time_t epoch = 0;
  struct tm *g = gmtime(&epoch);
  printf("%d-%02d-%02d %d\n", g->tm_year + 1900, g->tm_mon + 1, g->tm_mday, g->tm_wday);
  epoch = 1000000000;
  g = gmtime(&epoch);
  strftime(out, sizeof out, "%a %b %d %T %Y", g);
  puts(out);
  printf("%.0f\n", difftime(epoch, 86400));
  clock_t c = clock();
  assert(c != (clock_t)-1);
  errno = ENOENT;
  printf("%d\n", strcmp(strerror(errno), strerror(ENOENT)));
  return 0;
}
