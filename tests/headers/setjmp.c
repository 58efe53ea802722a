// <setjmp.h>: leaving nested calls with a value.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static void descend(int depth) { if (depth == 0) longjmp(env, 42); else descend(depth - 1); }

int main(void) {
  volatile int tries = 0;
  switch (setjmp(env)) {
  case 0: tries++; descend(5); break;
  case 42: tries += 10; longjmp(env, 0);
  case 1: tries += 100; break;
  }
  printf("%d\n", tries);
  jmp_buf inner;
  if (!setjmp(inner)) longjmp(inner, -3);
  else printf("back\n");
  while (setjmp(env) < 3) { tries++; longjmp(env, tries - 110); }
  printf("%d %d\n", tries, sizeof(jmp_buf) > 0);
  return 0;
}
