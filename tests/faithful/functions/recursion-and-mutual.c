// Recursion: direct, mutual, through pointers, with static state and arrays on the stack.
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static unsigned long fib(int n) { return n < 2 ? (unsigned long)n : fib(n - 1) + fib(n - 2); }
static int ackermann(int m, int n) { return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int depth(int n) { static int deepest; int here[4] = { n }; if (n > deepest) deepest = n; return n < 10 ? depth(n + 1) + here[0] : deepest; }
static void permute(char *s, int at) {
  static int count;
  if (!s[at]) { printf("%s%c", s, ++count % 6 ? ' ' : '\n'); return; }
  for (int i = at; s[i]; i++) {
    char t = s[at]; s[at] = s[i]; s[i] = t;
    permute(s, at + 1);
    t = s[at]; s[at] = s[i]; s[i] = t;
  }
}
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static void hanoi(int n, char a, char b, char c, int *moves) { if (n) { hanoi(n - 1, a, c, b, moves); ++*moves; hanoi(n - 1, c, b, a, moves); } }

int main(void) {
  printf("%d %d %lu\n", is_even(10), is_odd(10), fib(20));
  printf("%d %d %d\n", ackermann(2, 3), depth(0), gcd(1071, 462));
  char s[] = "abc";
  permute(s, 0);
  int moves = 0;
  hanoi(8, 'a', 'b', 'c', &moves);
  printf("%d\n", moves);
  return 0;
}
