// <assert.h>: assert as an expression, with NDEBUG on and off in one file, static_assert.
#include <assert.h>
#include <stdio.h>

static_assert(sizeof(int) >= 2, "int is wide enough");
static int evaluated;
static int check(int x) { evaluated++; return x; }

static void live(void) { assert(check(1)); assert(check(2) == 2 && "with a message"); }

#define NDEBUG
#include <assert.h>
static void dead(void) { assert(check(0)); assert(check(0)); }
#undef NDEBUG
#include <assert.h>

int main(void) {
  live();
  printf("%d\n", evaluated);
  dead();
  printf("%d\n", evaluated);
  evaluated > 0 ? assert(evaluated == 2) : (void)0;
  static_assert(1, "in a block");
  if (evaluated) assert(check(5));
  else printf("no\n");
  printf("%d\n", evaluated);
  return 0;
}
