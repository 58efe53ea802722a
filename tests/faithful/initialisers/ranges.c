// GNU ranges in designators: [first ... last] = value.
#include <stdio.h>

enum { LOW = 2, HIGH = LOW + 3 };
static int a[] = { [0 ... 3] = 7, [6 ... 8] = 9, 10 };
static char class[256] = { ['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 3, ['_'] = 4, ['e'] = 5 };
static int grid[4][4] = { [1 ... 2] = { [1 ... 2] = 5 }, [3][0 ... 1] = 6 };
static struct { int v[6]; } s = { .v[LOW ... HIGH] = 8 };

int main(void) {
  int local[5] = { 1, [1 ... 3] = 2 };
  for (unsigned i = 0; i < sizeof a / sizeof *a; i++) printf("%d ", a[i]);
  printf("\n%d%d%d%d%d%d\n", class['5'], class['q'], class['Q'], class['_'], class['e'], class['-']);
  for (int i = 0; i < 4; i++) printf("%d%d%d%d\n", grid[i][0], grid[i][1], grid[i][2], grid[i][3]);
  for (int i = 0; i < 6; i++) printf("%d ", s.v[i]);
  for (int i = 0; i < 5; i++) printf("%d ", local[i]);
  printf("\n");
  return 0;
}
