// Comparisons after conversion: the corners where -1 is large.
#include <stdio.h>

#define SHOW(e) printf("%s: %d\n", #e, (e))

int main(void) {
  int m = -1;
  unsigned u = 1;
  long lm = -1;
  unsigned char uc = 255;
  signed char sc = -1;
  unsigned short us = 65535;
  SHOW(m < u);
  SHOW(m < (int)u);
  SHOW(lm < u);
  SHOW(sc == uc);
  SHOW((unsigned char)sc == uc);
  SHOW(us == (unsigned short)m);
  SHOW(us == m);
  SHOW(m == 0xffffffff);
  SHOW(lm == 0xffffffff);
  SHOW(lm == 0xffffffffffffffff);
  SHOW(sizeof(int) > m);
  SHOW((int)sizeof(int) > m);
  SHOW('\377' == 255);
  SHOW((unsigned char)'\377' == 255);
  SHOW(-1 < 0u);
  SHOW(2147483648 > -1);
  SHOW(0x80000000 > -1);
  SHOW(-2147483648 < 0);
  return 0;
}
