// Characters as numbers: digits, case, tables indexed by unsigned char.
#include <stdio.h>

static int value(char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1; }
static char rot13(char c) {
  char base = c >= 'a' && c <= 'z' ? 'a' : c >= 'A' && c <= 'Z' ? 'A' : 0;
  return base ? (char)(base + (c - base + 13) % 26) : c;
}

int main(void) {
  int n = 0;
  for (const char *p = "7fFf"; *p; p++) n = n * 16 + value(*p);
  printf("%d\n", n);
  for (const char *p = "Hello, Warp!"; *p; p++) putchar(rot13(*p));
  putchar('\n');
  unsigned histogram[256] = { 0 };
  char text[] = "abracadabra\x80\xff\x80";
  for (char *p = text; *p; p++) histogram[(unsigned char)*p]++;
  printf("%u %u %u %u\n", histogram['a'], histogram['b'], histogram[0x80], histogram[0xff]);
  char c = 'a';
  c += 1, c = (char)(c + 1);
  printf("%c %d\n", c, 'c' - 'a');
  printf("%c ", c++);
  printf("%c\n", c);
  signed char s = 'A';
  s ^= ' ';
  printf("%c %d\n", s, s & 0x1f);
  printf("%d %d\n", 'a' * 2, "abc"[1] + *"z");
  return 0;
}
