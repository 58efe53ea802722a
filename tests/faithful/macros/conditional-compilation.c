// #if trees choose code; undefined names are 0; defined, has_include, nested groups.
#include <stdio.h>

#define LEVEL 2
#define FEATURE_A
#define FEATURE_B 0
#define VERSION(major, minor) ((major) * 100 + (minor))

static int chosen[8];

int main(void) {
#if LEVEL > 3
  chosen[0] = 1;
#elif LEVEL == 2 && defined FEATURE_A
  chosen[0] = 2;
#else
  chosen[0] = 3;
#endif
#if FEATURE_B || UNKNOWN
  chosen[1] = 1;
#else
# ifdef FEATURE_B
  chosen[1] = 2;
# endif
#endif
#if VERSION(2, 5) >= VERSION(2, 4) && VERSION(1, 99) < VERSION(2, 0)
  chosen[2] = 1;
#endif
#if __has_include(<stdio.h>) && !__has_include("no-such-file.h")
  chosen[3] = 1;
#endif
#if 'a' < 'b' && -1 < 0 && (1 ? 2 : 3) == 2 && 0x10 == 020
  chosen[4] = 1;
#endif
#ifndef FEATURE_A
#error FEATURE_A is defined above
#else
  chosen[5] = 1;
#endif
#if 0
  this is not C at all, and it's fine: '
#endif
#undef LEVEL
#define LEVEL LEVEL_OF(1)
#define LEVEL_OF(x) (x + 6)
#if LEVEL == 7
  chosen[6] = LEVEL;
#endif
  for (int i = 0; i < 8; i++) printf("%d ", chosen[i]);
  printf("\n");
  return 0;
}
