// In automatic initialisers an expression of struct type fills a whole member.
#include <stdio.h>

struct inner { int a, b; };
struct outer { struct inner first; int c; struct inner rest[2]; };

static struct inner make(int a) { return (struct inner){ a, -a }; }

int main(void) {
  struct inner one = { 1, 2 };
  struct outer o = { one, 3, one, make(9) };
  struct outer p = { make(4), 5, { one } };
  struct outer q = { one.a, one.b, one.a + one.b, { { 7 }, make(8) } };
  struct outer r = o;
  struct outer s[2] = { o, { .rest = { [1] = make(6) } } };
  struct inner copy = r.rest[1];
  struct outer *all[] = { &o, &p, &q, &r, &s[0], &s[1] };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    printf("%d %d %d %d %d %d %d\n", all[i]->first.a, all[i]->first.b, all[i]->c, all[i]->rest[0].a, all[i]->rest[0].b,
           all[i]->rest[1].a, all[i]->rest[1].b);
  printf("%d %d\n", copy.a, copy.b);
  return 0;
}
