// char and short operands become int before any arithmetic.
#include <stdio.h>

#define KIND(e) _Generic((e), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", unsigned short: "ushort", \
  int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", _Bool: "bool")

int main(void) {
  unsigned char uc = 255;
  signed char sc = -128;
  unsigned short us = 65535;
  short ss = -32768;
  _Bool b = 1;
  printf("%d %d %d\n", uc + 1, uc + uc, ~uc);
  printf("%d %d %d\n", sc - 1, -sc, sc * sc);
  printf("%d %d %d\n", us + 1, ss - 1, -ss);
  printf("%d %d %d\n", b + b, ~b, -b);
  printf("%s %s %s %s\n", KIND(uc + uc), KIND(+sc), KIND(us << 1), KIND(-b));
  printf("%s %s %s\n", KIND(uc), KIND(uc++), KIND((uc, us)));
  printf("%s %s %s\n", KIND(1 ? uc : uc), KIND(1 ? uc : 1L), KIND(!uc));
  printf("%d %d\n", uc >> 1, (unsigned char)~uc >> 1);
  printf("%d\n", (unsigned char)(uc << 1) == (uc << 1));
  uc = 200, uc += 100;
  sc = 100, sc = (signed char)(sc * 2);
  printf("%d %d\n", uc, sc);
  printf("%s %s\n", KIND('a'), KIND((char)'a'));
  return 0;
}
