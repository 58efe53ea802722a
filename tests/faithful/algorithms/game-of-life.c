// Conway's game on a torus: two buffers, modulo indexing, pointers swapped.
#include <stdio.h>
#include <string.h>

enum { H = 8, W = 16 };
typedef unsigned char board[H][W];

static int neighbours(board b, int y, int x) {
  int n = 0;
  for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dy || dx) n += b[(y + dy + H) % H][(x + dx + W) % W];
  return n;
}
static void step(board from, board to) {
  for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) { int n = neighbours(from, y, x); to[y][x] = n == 3 || (n == 2 && from[y][x]); }
}
static int show(board b, int print) {
  int alive = 0;
  for (int y = 0; y < H; y++) { for (int x = 0; x < W; x++) { alive += b[y][x]; if (print) putchar(" #"[b[y][x]]); } if (print) puts("|"); }
  return alive;
}

int main(void) {
  static board one, two;
  static const char *const start[] = { ".#", "..#", "###", "", "........##", ".......##", "........#" };
  for (unsigned y = 0; y < sizeof start / sizeof *start; y++) for (int x = 0; start[y][x]; x++) one[y][x] = start[y][x] == '#';
  unsigned char (*now)[W] = one, (*next)[W] = two;
  for (int g = 0; g < 30; g++) {
    if (g % 10 == 0) printf("%d: %d\n", g, show(now, g == 20));
    step(now, next);
    unsigned char (*t)[W] = now;
    now = next, next = t;
  }
  printf("%d\n", show(now, 1));
  return 0;
}
