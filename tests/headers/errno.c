// <errno.h>: errno is an lvalue; error numbers are constants.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  errno = 0;
  strtol("99999999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  errno = 0;
  FILE *f = fopen("/no/such/file/here", "r");
  int saved = errno;
  printf("%d %d\n", f == NULL, saved == ENOENT);
  errno = EINVAL;
  printf("%d\n", errno == EINVAL && EINVAL != EDOM);
  int *where = &errno;
  *where = EDOM;
  printf("%d\n", errno == EDOM);
  switch (errno) { case EDOM: printf("domain\n"); break; case EILSEQ: printf("sequence\n"); }
  errno += 0;
  printf("%d\n", strlen(strerror(ENOENT)) > 0);
  return 0;
}
