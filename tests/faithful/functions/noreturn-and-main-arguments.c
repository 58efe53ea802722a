// _Noreturn functions, main with arguments, falling off the end of main.
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

static void last(void) { printf("last\n"); }
static noreturn void stop(int code) { printf("stopping %d\n", code); exit(code); }
static int checked(int x) { if (x >= 0) return x; stop(0); }

int main(int argc, char *argv[]) {
  atexit(last);
  printf("%d %d %d\n", argc, argv[0] != NULL, argv[argc] == NULL);
  printf("%d\n", checked(5));
  if (argc > 100) return 3;
  printf("%d\n", checked(-1));
}
