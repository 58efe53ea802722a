// Linear congruential, xorshift and Mersenne-like generators: unsigned arithmetic at its purest.
#include <stdint.h>
#include <stdio.h>

static uint32_t lcg(uint32_t *s) { return *s = *s * 1664525u + 1013904223u; }
static uint32_t xorshift(uint32_t *s) { *s ^= *s << 13; *s ^= *s >> 17; return *s ^= *s << 5; }
static uint64_t splitmix(uint64_t *s) { uint64_t z = *s += 0x9e3779b97f4a7c15ull; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; return z ^ z >> 31; }
static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }
static uint64_t xoshiro(uint64_t s[4]) {
  uint64_t r = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotl(s[3], 45);
  return r;
}
static uint16_t lfsr(uint16_t *s) { return *s = (uint16_t)(*s >> 1 ^ (-(*s & 1u) & 0xB400u)); }

int main(void) {
  uint32_t a = 1, b = 2463534242u;
  uint64_t c = 42, d[4];
  uint16_t e = 0xACE1;
  for (int i = 0; i < 4; i++) d[i] = splitmix(&c);
  for (int i = 0; i < 5; i++) {
    unsigned la = lcg(&a), xb = xorshift(&b);
    unsigned long long sc = splitmix(&c), xd = xoshiro(d);
    printf("%u %u %llu %llu %u\n", la, xb, sc, xd, lfsr(&e));
  }
  unsigned period = 0;
  uint16_t start = e;
  do period++; while (lfsr(&e) != start);
  printf("%u\n", period);
  double mean = 0;
  for (int i = 0; i < 1000; i++) mean += (double)(xoshiro(d) >> 11) * 0x1p-53;
  printf("%.6f\n", mean / 1000);
  return 0;
}
