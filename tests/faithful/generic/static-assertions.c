// _Static_assert at file scope, in blocks, in structs, with and without macros.
#include <limits.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "int has 32 bits");
_Static_assert(CHAR_BIT == 8 && (unsigned char)-1 == 255, "bytes");
#define CHECK(e) _Static_assert((e), #e)
CHECK(sizeof(long) >= sizeof(int));
struct packet { char kind; _Static_assert(sizeof(short) == 2, "short"); short length; int data[2]; };
_Static_assert(sizeof(struct packet) == 12, "layout " "of packet");
enum { LIMIT = 10 };
_Static_assert(LIMIT * 2 > 15 ? 1 : 0, "limit");
#define BUILD_BUG_ON(c) ((void)sizeof(char[1 - 2 * !!(c)]))

int main(void) {
  CHECK(LIMIT < 100);
  for (int i = 0; i < 2; i++) {
    _Static_assert(1, "in a loop");
    printf("%d\n", i);
  }
  switch (LIMIT) { case 10:; CHECK(1); printf("ten\n"); }
  BUILD_BUG_ON(sizeof(char) != 1);
  _Static_assert(_Generic(1L, long: 1, default: 0), "generic is constant");
  _Static_assert('a' + 1 == 'b' && -1 < 0 && 0x10 == 16, "arithmetic");
  struct packet p = { 'k', 3, { 1, 2 } };
  printf("%c %d %d\n", p.kind, p.length, p.data[1]);
  return 0;
}
