// The controlling value is promoted, and the labels are converted to its type.
#include <stdio.h>

static int on_char(char c) { switch (c) { case 'a': return 1; case -1: return 2; case '\x7f': return 3; } return 0; }
static int on_unsigned(unsigned u) { switch (u) { case -1: return 1; case 0x80000000: return 2; case 0: return 3; } return 0; }
static int on_long(long v) { switch (v) { case 1L << 40: return 1; case -5: return 2; case 4294967295: return 3; } return 0; }
static int on_uchar(unsigned char c) { switch (c) { case 255: return 1; case 0: return 2; } return 0; }
static int on_bool(_Bool b) { switch ((int)b) { case 0: return 10; case 1: return 11; } return 0; }
enum e { X = 3, Y };
static int on_enum(enum e v) { switch (v) { case X: return 1; case Y: return 2; } return 0; }
static int effects;
static int once(void) { return ++effects; }
struct s { unsigned b : 2; };

int main(void) {
  printf("%d %d %d\n", on_char('a'), on_char((char)-1), on_char(127));
  printf("%d %d %d\n", on_unsigned(4294967295u), on_unsigned(1u << 31), on_unsigned(5));
  printf("%d %d %d %d\n", on_long(1099511627776), on_long(-5), on_long(4294967295), on_long(-1));
  printf("%d %d %d %d\n", on_uchar((unsigned char)-1), on_uchar(0), on_bool(7), on_enum(Y));
  switch (once()) { case 1: printf("one\n"); case 2: printf("two\n"); break; case 3: printf("three\n"); }
  printf("%d\n", effects);
  struct s s = { 3 };
  switch (s.b) { case 3: printf("field\n"); }
  switch (sizeof(int) == 4 ? 'x' : 'y') { case 'x': printf("constant\n"); }
  switch ((short)65537) { case 1: printf("cast\n"); }
  return 0;
}
