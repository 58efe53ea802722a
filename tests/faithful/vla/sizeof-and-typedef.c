// sizeof of a variable length array is computed; a typedef fixes the size where it stands.
#include <stdio.h>

static int calls;
static int size(void) { calls++; return 4; }

int main(void) {
  int n = 3;
  typedef int row[n];
  n = 10;
  row r;
  r[0] = 1;
  int direct[n];
  printf("%zu %zu %zu\n", sizeof r / sizeof *r, sizeof direct / sizeof *direct, sizeof(row));
  int called[size()];
  printf("%zu %d\n", sizeof called, calls);
  size_t evaluated = sizeof(int[size() + 1]);
  printf("%zu %d\n", evaluated, calls);
  int grid[n][n / 2];
  printf("%zu %zu %zu\n", sizeof grid, sizeof grid[0], sizeof grid[0][0]);
  int (*p)[n / 2] = grid;
  printf("%zu %d\n", sizeof *p, (int)((char *)(p + 2) - (char *)p));
  n = 2;
  printf("%zu %zu\n", sizeof grid[1], sizeof(int[n][n]));
  row pair[2];
  for (int i = 0; i < 6; i++) pair[i / 3][i % 3] = i * 7;
  printf("%d %zu %d\n", pair[1][2], sizeof pair, r[0]);
  __typeof__(grid) *again = &grid;
  (*again)[9][4] = 77;
  printf("%d\n", grid[9][4]);
  return 0;
}
