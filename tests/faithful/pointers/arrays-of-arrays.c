// Arrays of arrays, pointers to rows, (*t)[i][j], and how they decay.
#include <stdio.h>

static int total(int (*t)[2][3]) { int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += (*t)[i][j]; return s; }
static int row_sum(const int row[3]) { return row[0] + row[1] + row[2]; }
static int corner(int cube[][2][3], int k) { return cube[k][1][2]; }

int main(void) {
  int t[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  int cube[2][2][3] = { { { 1 } }, { { 7, 8, 9 }, { 10, 11, 12 } } };
  int (*rows)[3] = t, (*whole)[2][3] = &t, *flat = &t[0][0];
  printf("%d %d %d\n", rows[1][2], (*whole)[1][0], (*(rows + 1))[1]);
  printf("%d %d %d\n", *(*(t + 1) + 2), **t, *t[1]);
  printf("%d %d\n", flat[2], *(t[1] + 1));
  printf("%d %d %d\n", total(&t), row_sum(t[1]), corner(cube, 1));
  printf("%zu %zu %zu %zu\n", sizeof t, sizeof t[0], sizeof *t[0], sizeof *whole);
  printf("%td %td\n", &t[1] - &t[0], &t[1][0] - &t[0][0]);
  printf("%zu\n", (size_t)((char *)(whole + 1) - (char *)whole));
  int *ragged[2] = { t[1], cube[1][1] }, **pr = ragged;
  printf("%d %d\n", pr[1][2], *(*pr + 1));
  for (int (*r)[3] = t; r < t + 2; r++) for (int *c = *r; c != *r + 3; c++) printf("%d ", *c);
  char names[3][6] = { "one", "two", "three" };
  char (*n)[6] = names;
  printf("\n%s %s %c\n", n[1], *(names + 2), names[2][4]);
  int (*pc)[2][3] = cube;
  printf("%d %d\n", pc[1][0][1], (**(pc + 1))[2]);
  return 0;
}
