// A small LZ compressor and its inverse, and run-length coding.
#include <stdio.h>
#include <string.h>

typedef unsigned char byte;
static int compress(const byte *in, int n, byte *out) {
  int o = 0;
  for (int i = 0; i < n;) {
    int best = 0, where = 0;
    for (int back = 1; back <= i && back < 256; back++) {
      int len = 0;
      while (len < 255 && i + len < n && in[i + len] == in[i - back + len]) len++;
      if (len > best) best = len, where = back;
    }
    if (best >= 4) out[o++] = 1, out[o++] = (byte)where, out[o++] = (byte)best, i += best;
    else if (in[i] == 1) out[o++] = 1, out[o++] = 0, i++;
    else out[o++] = in[i++];
  }
  return o;
}
static int expand(const byte *in, int n, byte *out) {
  int o = 0;
  for (int i = 0; i < n;) {
    if (in[i] != 1) { out[o++] = in[i++]; continue; }
    if (in[++i] == 0) { out[o++] = 1; i++; continue; }
    int back = in[i++], len = in[i++];
    while (len--) out[o] = out[o - back], o++;
  }
  return o;
}
static int runs(const char *in, char *out) {
  char *o = out;
  while (*in) { int n = 1; while (in[n] == *in && n < 9) n++; *o++ = (char)('0' + n), *o++ = *in; in += n; }
  *o = 0;
  return (int)(o - out);
}

int main(void) {
  static const char *const texts[] = { "abcabcabcabcabcabc", "no repeats", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "to be or not to be, that is to be or not", "\1\1\2\1", "" };
  byte packed[256], back[256];
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    int n = (int)strlen(texts[i]), p = compress((const byte *)texts[i], n, packed), b = expand(packed, p, back);
    unsigned sum = 0;
    for (int k = 0; k < p; k++) sum = sum * 31 + packed[k];
    printf("%d -> %d -> %d %d %u\n", n, p, b, memcmp(texts[i], back, (size_t)n), sum);
  }
  char out[64];
  int n = runs("aaabccccccccccccd", out);
  printf("%d %s\n", n, out);
  return 0;
}
