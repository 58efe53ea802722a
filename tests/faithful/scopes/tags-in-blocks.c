// Struct tags declared in blocks, forward tags, tags hiding tags, struct defined in odd places.
#include <stdio.h>

struct s { int a; };
struct fwd;
struct uses { struct fwd *p; };
struct fwd { int n; struct uses back; };
static struct local_result { int r; } make(int x) { return (struct local_result){ x }; }
static int size_in_parameter(int n, char (*p)[sizeof(struct s)]) { return n + (int)sizeof *p; }

int main(void) {
  struct s o = { 1 };
  {
    struct s;
    struct t { struct s *inner; };
    struct s { char c[7]; };
    struct s i = { "inner" };
    struct t t = { &i };
    printf("%s %zu\n", t.inner->c, sizeof(struct s));
  }
  printf("%d %zu\n", o.a, sizeof(struct s));
  struct fwd f = { 4, { &f } };
  printf("%d\n", f.back.p->back.p->n);
  printf("%d %d\n", make(6).r, size_in_parameter(1, 0));
  size_t z = sizeof(struct anonymous_like { int q[5]; });
  struct anonymous_like al = { { 1, 2 } };
  printf("%zu %d\n", z, al.q[1]);
  for (struct { int i; long s; } it = { 0, 0 }; it.i < 4; it.i++) { it.s += it.i; if (it.i == 3) printf("%ld\n", it.s); }
  int k = (enum in_cast { FOUR = 4 })FOUR + FOUR;
  printf("%d\n", k);
  return 0;
}
