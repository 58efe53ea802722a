// Exceptions in C: nested handlers with setjmp and longjmp, volatile locals survive.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf *handler;
static void fail(int code) { longjmp(*handler, code); }
static int parse(const char *s) { int n = 0; for (; *s; s++) { if (*s < '0' || *s > '9') fail(*s); n = n * 10 + *s - '0'; } return n; }

static int safe(const char *s) {
  jmp_buf here, *outer = handler;
  volatile int result = -1;
  handler = &here;
  int code = setjmp(here);
  if (code == 0) result = parse(s);
  else result = -code;
  handler = outer;
  return result;
}

int main(void) {
  printf("%d %d %d\n", safe("123"), safe("12x"), safe(""));
  jmp_buf top;
  handler = &top;
  volatile int attempts = 0;
  switch (setjmp(top)) {
  case 0: attempts++; fail(7); break;
  case 7: attempts += 10; if (attempts < 20) fail(7); break;
  default: printf("unexpected\n");
  }
  printf("%d\n", attempts);
  volatile int i = 0;
  if (setjmp(top) < 3) { i += 2; longjmp(top, i / 2); }
  printf("%d\n", i);
  return 0;
}
