// Inline assembly on x86-64, with a plain C fallback elsewhere.
#include <stdio.h>

static unsigned long add(unsigned long a, unsigned long b) {
#if defined __x86_64__
  __asm__("addq %1, %0" : "+r"(a) : "r"(b) : "cc");
  return a;
#else
  return a + b;
#endif
}

static unsigned rotate(unsigned x, unsigned char n) {
#if defined __x86_64__
  asm volatile("roll %%cl, %0" : "=r"(x) : "0"(x), "c"(n) : "cc");
  return x;
#else
  return x << n | x >> (32 - n);
#endif
}

static int bit_scan(unsigned x) {
#if defined __x86_64__
  unsigned r;
  __asm__ __volatile__("bsrl %[in], %[out]" : [out] "=r"(r) : [in] "rm"(x) : "cc");
  return (int)r;
#else
  return 31 - __builtin_clz(x);
#endif
}

int main(void) {
  printf("%lu\n", add(40, 2));
  printf("%x\n", rotate(0x80000001u, 4));
  printf("%d %d\n", bit_scan(1), bit_scan(0x12345));
  int shared = 5;
  __asm__ __volatile__("" : : : "memory");
  asm("" : "+r"(shared));
  printf("%d\n", shared);
  return 0;
}
