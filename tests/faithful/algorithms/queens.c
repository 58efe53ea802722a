// N queens by recursion and by bits.
#include <stdio.h>

static int place(int n, int row, int *column) {
  if (row == n) return 1;
  int found = 0;
  for (int c = 0; c < n; c++) {
    int ok = 1;
    for (int r = 0; r < row && ok; r++) ok = column[r] != c && column[r] - c != r - row && column[r] - c != row - r;
    if (ok) column[row] = c, found += place(n, row + 1, column);
  }
  return found;
}
static int bits(unsigned all, unsigned columns, unsigned left, unsigned right) {
  if (columns == all) return 1;
  int found = 0;
  for (unsigned free = all & ~(columns | left | right), bit; free; free ^= bit) {
    bit = free & -free;
    found += bits(all, columns | bit, (left | bit) << 1 & all, (right | bit) >> 1);
  }
  return found;
}
static int first(int n, int *column) {
  for (int row = 0, c = 0; row < n;) {
    for (; c < n; c++) {
      int r = 0;
      while (r < row && column[r] != c && column[r] - c != r - row && column[r] - c != row - r) r++;
      if (r == row) break;
    }
    if (c < n) column[row++] = c, c = 0;
    else if (row-- == 0) return 0;
    else c = column[row] + 1;
  }
  return 1;
}

int main(void) {
  int column[12];
  for (int n = 4; n <= 8; n++) printf("%d %d %d\n", n, place(n, 0, column), bits((1u << n) - 1, 0, 0, 0));
  if (first(8, column)) for (int r = 0; r < 8; r++) printf("%d ", column[r]);
  printf("%d\n", first(3, column));
  return 0;
}
