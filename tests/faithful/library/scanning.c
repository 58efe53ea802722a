// sscanf into every type, character sets, suppressed fields, counts.
#include <stdio.h>

int main(void) {
  int i, n; unsigned u; long l; short h; signed char c; double d; float f; char word[16], ch, set[16];
  n = sscanf("12 34 -56 7 8", "%d %u %ld %hd %hhd", &i, &u, &l, &h, &c);
  printf("%d: %d %u %ld %d %d\n", n, i, u, l, h, c);
  n = sscanf("3.5 1e-2 hello!x", "%lf %f %15[a-z]%c", &d, &f, word, &ch);
  printf("%d: %.2f %.3f %s %c\n", n, d, f, word, ch);
  int octal = 0;
  n = sscanf("ff 0x1f 017 0b", "%x %i %i", &u, &i, &octal);
  printf("%d: %x %d %d\n", n, u, i, octal);
  n = sscanf("skip 42", "%*s %d", &i);
  printf("%d %d\n", n, i);
  n = sscanf("key=value;rest", "%15[^=]=%15[^;]", word, set);
  printf("%d %s %s\n", n, word, set);
  n = sscanf("abc", "%d", &i);
  printf("%d %d\n", n, i);
  int used = -1, second = 0;
  n = sscanf("12:34", "%d:%d%n", &i, &second, &used);
  printf("%d %d %d %d\n", n, i, second, used);
  printf("%d\n", sscanf("", "%d", &i) == EOF);
  return 0;
}
