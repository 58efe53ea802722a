// Packed enums are as small as they can be; an enum may be declared inside other declarations.
#include <stdio.h>

enum __attribute__((packed)) tiny { T0, T1 = 200 };
enum __attribute__((packed)) tiny_signed { S0 = -1, S1 = 127 };
enum medium { M0, M1 = 300 } __attribute__((packed));
struct holder { enum tiny t; enum tiny_signed s; enum medium m; enum inner { I0 = 7, I1 } i; };
static enum returned { P0 = 3 } *value(int);
enum flags { READ = 1 << 0, WRITE = 1 << 1, EXEC = 1 << 2, ALL = READ | WRITE | EXEC };

int main(void) {
  printf("%zu %zu %zu\n", sizeof(enum tiny), sizeof(enum tiny_signed), sizeof(enum medium));
  printf("%zu %zu\n", sizeof(struct holder), __builtin_offsetof(struct holder, m));
  struct holder h = { T1, S0, M1, I1 };
  printf("%d %d %d %d\n", h.t, h.s, h.m, h.i);
  enum flags f = READ | EXEC;
  f |= WRITE, f &= ~READ, f ^= EXEC;
  printf("%d %d\n", f, ALL & ~f);
  printf("%d\n", *value(3));
  for (enum inner i = I0; i <= I1; i++) printf("%d ", i);
  printf("\n");
  return 0;
}

static enum returned *value(int i) { static enum returned r; r = P0 * i; return &r; }
