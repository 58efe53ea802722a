// Big integers in base 10^9: factorials, powers, Fibonacci numbers, division by a small number.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LIMBS 40
#define BASE 1000000000u
typedef struct { int n; uint32_t d[LIMBS]; } big;

static big from(uint32_t v) { return (big){ .n = 1, .d = { v } }; }
static big add(big a, const big *b) {
  uint32_t carry = 0;
  for (int i = 0; i < a.n || i < b->n || carry; i++) {
    uint32_t s = (i < a.n ? a.d[i] : 0) + (i < b->n ? b->d[i] : 0) + carry;
    if (i >= a.n) a.n = i + 1;
    a.d[i] = s % BASE, carry = s / BASE;
  }
  return a;
}
static void scale(big *a, uint32_t k) {
  uint64_t carry = 0;
  for (int i = 0; i < a->n || carry; i++) {
    uint64_t t = carry + (i < a->n ? (uint64_t)a->d[i] * k : 0);
    if (i >= a->n) a->n = i + 1;
    a->d[i] = (uint32_t)(t % BASE), carry = t / BASE;
  }
}
static uint32_t divide(big *a, uint32_t k) {
  uint64_t rest = 0;
  for (int i = a->n; i-- > 0;) rest = rest * BASE + a->d[i], a->d[i] = (uint32_t)(rest / k), rest %= k;
  while (a->n > 1 && !a->d[a->n - 1]) a->n--;
  return (uint32_t)rest;
}
static void print(const big *a) { printf("%u", (unsigned)a->d[a->n - 1]); for (int i = a->n - 1; i-- > 0;) printf("%09u", (unsigned)a->d[i]); putchar('\n'); }

int main(void) {
  big f = from(1);
  for (uint32_t i = 2; i <= 60; i++) scale(&f, i);
  print(&f);
  big a = from(0), b = from(1);
  for (int i = 0; i < 300; i++) { big c = add(a, &b); a = b, b = c; }
  print(&a);
  uint32_t rest = divide(&f, 1000003);
  print(&f);
  printf("%u %d\n", (unsigned)rest, f.n);
  big p = from(1);
  for (int i = 0; i < 200; i++) p = add(p, &p);
  print(&p);
  return 0;
}
