// Declarators read inside out: arrays, functions and pointers nested every way.
#include <stdio.h>

static int grid[3][4];
static int (*row_of(int r))[4] { return &grid[r]; }
static int (*other_row(int r))[4] { return &grid[2 - r]; }

/* an array of two pointers to functions returning a pointer to an array of four ints */
static int (*(*tables[2])(int))[4] = { row_of, other_row };

/* a function returning a pointer to a function returning a pointer to an array */
static int (*(*choose(int which))(int))[4] { return tables[which]; }

/* a pointer to an array of two such function pointers */
static int (*(*(*all)[2])(int))[4] = &tables;

int main(void) {
  for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = i * i;
  printf("%d\n", (*tables[0](1))[2]);
  printf("%d\n", (*choose(1)(0))[3]);
  printf("%d\n", (*(*all)[1](1))[0]);
  printf("%zu %zu %zu\n", sizeof tables, sizeof *all, sizeof *choose(0)(0));
  int (**walk)[4] = (int (*[]) [4]){ row_of(0), row_of(2) };
  printf("%d %d\n", (*walk[1])[1], walk[0][1][3]);
  return 0;
}
