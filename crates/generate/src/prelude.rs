//! The C text every generated program begins with: types, macros and checked operations.
//!
//! `trail("x", value)` mixes a value into the checksum, and prints it while there are few.
//!
//! Invariant: no function here has undefined behaviour for any argument.

/// The prelude.
pub(crate) const TEXT: &str = r#"#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned char byte;
typedef uint32_t word;
typedef unsigned long long wide;

#define LOW_BITS(x, n) ((unsigned)(x) & ((1u << (n)) - 1u))
#define SWAP_HALVES(x) ((uint32_t)(x) << 16 | (uint32_t)(x) >> 16)
#define EITHER(c, a, b) ((c) ? (a) : (b))
#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)
#define TEXT_OF(x) #x

static wide checksum;
static int trail_lines;

static void begin_trail(const char *program) {
  checksum = 14695981039346656037ull;
  trail_lines = 0;
  printf("program %s\n", program);
}

static void trail(const char *name, wide value) {
  for (int i = 0; i < 64; i += 8) checksum = (checksum ^ (value >> i & 255)) * 1099511628211ull;
  if (trail_lines++ < 150) printf("%s = %llx\n", name, value);
}

static void trail_real(const char *name, double value) {
  wide image;
  memcpy(&image, &value, sizeof image);
  trail(name, image);
}

static int div_int(int a, int b) { return b == 0 || (b == -1 && a < -2147483647) ? a : a / b; }
static int mod_int(int a, int b) { return b == 0 || (b == -1 && a < -2147483647) ? a : a % b; }
static long div_long(long a, long b) { return b == 0 || (b == -1 && a < -9223372036854775807L) ? a : a / b; }
static long mod_long(long a, long b) { return b == 0 || (b == -1 && a < -9223372036854775807L) ? a : a % b; }
static unsigned div_unsigned(unsigned a, unsigned b) { return b == 0 ? a : a / b; }
static unsigned mod_unsigned(unsigned a, unsigned b) { return b ? a % b : a; }
static wide div_wide(wide a, wide b) { return b == 0 ? a : a / b; }
static wide mod_wide(wide a, wide b) { return b ? a % b : a; }

/* Values of variables are multiples of 1/16 in a small range, so that sums and products are exact. */
static float trim_single(float x) { return x > -64.0f && x < 64.0f ? (float)(int)(x * 16.0f) / 16.0f : 0.0f; }
static double trim_double(double x) { return x > -1024.0 && x < 1024.0 ? (double)(long)(x * 16.0) / 16.0 : 0.0; }
static double div_double(double a, double b) { return b == 0.0 ? a : trim_double(a / b); }

"#;
