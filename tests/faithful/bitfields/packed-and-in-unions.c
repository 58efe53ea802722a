// Packed bit-fields cross units; in a union they give views of one word.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) tight { unsigned a : 3; unsigned b : 17; unsigned c : 12; unsigned char d; unsigned e : 9; };
union view { unsigned word; struct { unsigned low : 4, mid : 12, high : 16; }; struct { int sign : 1; unsigned rest : 31; } s; };
union float_bits { float f; struct { unsigned mantissa : 23, exponent : 8, sign : 1; } parts; };

int main(void) {
  struct tight t;
  memset(&t, 0, sizeof t);
  t.a = 5, t.b = 0x1abcd, t.c = 0xfed, t.d = 0x77, t.e = 0x155;
  unsigned char image[sizeof t];
  memcpy(image, &t, sizeof t);
  printf("%zu:", sizeof t);
  for (size_t i = 0; i < sizeof t; i++) printf(" %02x", image[i]);
  printf("\n%x %x %x %x %x\n", t.a, t.b, t.c, t.d, t.e);
  union view v = { 0x12345678 };
  printf("%x %x %x %d\n", v.low, v.mid, v.high, v.s.sign);
  v.mid = 0xfff, v.s.sign = 1;
  printf("%x %zu\n", v.word, sizeof v);
  union float_bits f = { -6.5f };
  printf("%u %u %x\n", f.parts.sign, f.parts.exponent, f.parts.mantissa);
  f.parts.exponent += 2, f.parts.sign = 0;
  printf("%.1f\n", f.f);
  return 0;
}
