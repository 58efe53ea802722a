// goto forwards, backwards, into and out of blocks and loops.
#include <stdio.h>

static int collatz(int n) {
  int steps = 0;
top:
  if (n == 1) goto done;
  if (n & 1) goto odd;
  n /= 2;
count:
  steps++;
  goto top;
odd:
  n = 3 * n + 1;
  goto count;
done:
  return steps;
}

static int into_loop(int start) {
  int i = start, s = 0;
  goto middle;
  for (i = 0; i < 5; i++) {
    s += 100;
middle:
    s += i;
    if (s > 1000) { s = -1; goto out; }
  }
out:
  return s;
}

static int state_machine(const char *p) {
  int words = 0;
space:
  if (!*p) return words;
  if (*p++ == ' ') goto space;
  words++;
word:
  if (!*p) return words;
  if (*p++ != ' ') goto word;
  goto space;
}

int main(void) {
  printf("%d %d %d\n", collatz(1), collatz(27), collatz(97));
  printf("%d %d\n", into_loop(3), into_loop(2000));
  printf("%d %d %d\n", state_machine("  two words "), state_machine(""), state_machine("a b c"));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (i * j == 2) goto both;
      printf("%d%d ", i, j);
    }
both:
  { goto inside; printf("skipped"); inside: printf("\n"); }
  return 0;
}
