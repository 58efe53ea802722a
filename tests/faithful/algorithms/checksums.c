// CRC-32 by table and by bit, Adler-32, Fletcher-16: bytes, tables built at start.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];
__attribute__((constructor)) static void build(void) {
  for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; table[i] = c; }
}
static uint32_t crc(const void *data, size_t n) { const uint8_t *p = data; uint32_t c = ~0u; while (n--) c = table[(c ^ *p++) & 0xff] ^ c >> 8; return ~c; }
static uint32_t crc_bits(const void *data, size_t n) {
  uint32_t c = 0xffffffff;
  for (const uint8_t *p = data, *e = p + n; p != e; p++) { c ^= *p; for (int k = 8; k; k--) c = c >> 1 ^ (0xedb88320u & -(c & 1)); }
  return c ^ 0xffffffff;
}
static uint32_t adler(const void *data, size_t n) { uint32_t a = 1, b = 0; for (const uint8_t *p = data; n--; p++) a = (a + *p) % 65521, b = (b + a) % 65521; return b << 16 | a; }
static uint16_t fletcher(const uint8_t *p, size_t n) { uint16_t a = 0, b = 0; while (n--) { a = (uint16_t)((a + *p++) % 255); b = (uint16_t)((a + b) % 255); } return (uint16_t)(b << 8 | a); }

int main(void) {
  const char *texts[] = { "", "a", "123456789", "The quick brown fox jumps over the lazy dog" };
  for (int i = 0; i < 4; i++) {
    size_t n = strlen(texts[i]);
    printf("%08x %08x %08x %04x\n", (unsigned)crc(texts[i], n), (unsigned)crc_bits(texts[i], n), (unsigned)adler(texts[i], n), fletcher((const uint8_t *)texts[i], n));
  }
  uint8_t all[256];
  for (int i = 0; i < 256; i++) all[i] = (uint8_t)(i * 7);
  printf("%08x %08x\n", (unsigned)crc(all, sizeof all), (unsigned)adler(all, sizeof all));
  return 0;
}
