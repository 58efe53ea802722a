// Attributes on variables, members, parameters, labels and types.
#include <stdio.h>

static int used_only_here __attribute__((unused, aligned(32))) = 5;
static int placed __attribute__((section("warploom_data"))) = 6;
typedef int vector4 __attribute__((vector_size(16)));
typedef unsigned char byte __attribute__((mode(QI)));
typedef int wide_mode __attribute__((__mode__(__DI__)));
struct __attribute__((packed)) tight { char c; __attribute__((aligned(2))) int i; };
union __attribute__((transparent_union)) either { int *i; float *f; };
static int take(union either e) { return *e.i; }
static int ignore(int a __attribute__((unused)), __attribute__((unused)) int b) { return 1; }
typedef struct __attribute__((may_alias)) { int x; } aliasing;
extern int renamed __attribute__((visibility("hidden")));
int renamed = 11;
static __thread int per_thread = 12;
static _Thread_local int per_thread_too = 13;

int main(void) {
  __attribute__((aligned(64))) char buffer[4] = "buf";
  register int r __attribute__((unused)) = 3;
  vector4 a = { 1, 2, 3, 4 }, b = { 10, 20, 30, 40 }, c = a * b + 1;
  printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
  printf("%zu %zu %zu\n", sizeof(vector4), sizeof(byte), sizeof(wide_mode));
  printf("%zu %s %d %d\n", sizeof(struct tight), buffer, used_only_here, placed);
  int n = 9;
  printf("%d %d\n", take(&n), ignore(1, 2));
  aliasing *v = (aliasing *)&n;
  v->x++;
  printf("%d %d %d %d\n", n, renamed, ++per_thread, ++per_thread_too);
  return 0;
}
