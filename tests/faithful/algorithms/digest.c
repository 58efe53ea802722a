// A SHA-256-like digest: rotations, big-endian packing, constant tables.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))
static uint32_t round_constant(int i) { uint32_t x = 0x428a2f98u + (uint32_t)i * 0x9e3779b9u; return x ^ ROTR(x, 7) ^ x >> 3; }

static void compress(uint32_t h[8], const uint8_t block[64]) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++) w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (ROTR(a, 7) ^ ROTR(a, 18) ^ a >> 3) + w[i - 7] + (ROTR(b, 17) ^ ROTR(b, 19) ^ b >> 10);
  }
  memcpy(v, h, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = v[7] + (ROTR(v[4], 6) ^ ROTR(v[4], 11) ^ ROTR(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + round_constant(i) + w[i];
    uint32_t t2 = (ROTR(v[0], 2) ^ ROTR(v[0], 13) ^ ROTR(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += t1, v[0] = t1 + t2;
  }
  for (int i = 0; i < 8; i++) h[i] += v[i];
}

static void digest(const char *text) {
  uint32_t h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  uint64_t n = strlen(text);
  uint8_t block[64];
  size_t at = 0;
  for (int done = 0; !done;) {
    size_t left = n - at, take = left < 64 ? left : 64;
    memset(block, 0, 64);
    memcpy(block, text + at, take);
    if (take < 64 && at <= n) block[take] = 0x80;
    if (take < 56) { for (int i = 0; i < 8; i++) block[56 + i] = (uint8_t)(n * 8 >> (56 - 8 * i)); done = 1; }
    at += take;
    compress(h, block);
  }
  for (int i = 0; i < 8; i++) printf("%08x", h[i]);
  printf("\n");
}

int main(void) {
  digest("");
  digest("abc");
  digest("the quick brown fox jumps over the lazy dog, twice over the hill and once more");
  return 0;
}
