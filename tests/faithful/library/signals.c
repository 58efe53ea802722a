// Handlers installed, raised, reset; sig_atomic_t; the return value of signal.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen[3];
static void one(int n) { seen[0]++; seen[2] = n; }
static void two(int n) { (void)n; seen[1]++; }

int main(void) {
  void (*old)(int) = signal(SIGTERM, one);
  printf("%d\n", old == SIG_DFL);
  raise(SIGTERM);
  printf("%d %d %d\n", (int)seen[0], (int)seen[1], seen[2] == SIGTERM);
  old = signal(SIGTERM, two);
  printf("%d\n", old == one);
  raise(SIGTERM);
  raise(SIGTERM);
  printf("%d %d\n", (int)seen[0], (int)seen[1]);
  signal(SIGTERM, SIG_IGN);
  raise(SIGTERM);
  printf("%d %d\n", (int)seen[0], (int)seen[1]);
  struct { int number; void (*f)(int); } table[] = { { SIGINT, one }, { SIGTERM, two } };
  for (int i = 0; i < 2; i++) signal(table[i].number, table[i].f);
  for (int i = 0; i < 2; i++) raise(table[i].number);
  printf("%d %d\n", (int)seen[0], (int)seen[1]);
  return 0;
}
