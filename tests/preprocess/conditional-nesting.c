// Nested and skipped groups: inner directives of a skipped group are matched, not evaluated.
#define a 1
#if a
 #if 0
  x1
  #if garbage ( here is not looked at
  x2
  #elif also not )
  x3
  #else
  x4
  #endif
 #elif a
  y1
  #ifdef nope
   y2
  #else
   y3
  #endif
 #else
  y4
 #endif
 z1
#else
 z2
#endif
#if 0
#error not reached
#include "does-not-exist.h"
#unknown directive
it's fine: a lone quote in skipped text
#elif 0
one
#elif 1
two
#elif 1 / 0
three
#else
four
#endif
#if 1
#elif this is ( not even parsed
#endif
# /* a null directive with a comment */
#
end
