// A noisy picture and a shifted copy of it; sums at some positions, exactly.
#include "../harness.h"
#include "sad.h"

static pixel (*current)[WIDTH], (*reference)[WIDTH + 2 * REACH];

// The sum for one block, `height` by `width` at (y, x) of the picture.
static int expected(int y, int x, int height, int width, int dy, int dx)
{
    int sum = 0;
    for (int i = 0; i < height; i++)
        for (int j = 0; j < width; j++)
            sum += abs(current[y + i][x + j] - reference[y + i + dy][x + j + dx]);
    return sum;
}

static int clamped(int i, int end)
{
    return i < 0 ? 0 : i < end ? i : end - 1;
}

int main(void)
{
    pixel (*sad16x16)[ACROSS][ROW] = room(DOWN, sizeof *sad16x16);
    pixel (*sad8x16)[ACROSS][2][ROW] = room(DOWN, sizeof *sad8x16);
    pixel (*sad16x8)[ACROSS][2][ROW] = room(DOWN, sizeof *sad16x8);
    pixel (*sad8x8)[ACROSS][4][ROW] = room(DOWN, sizeof *sad8x8);
    pixel (*sad4x8)[ACROSS][8][ROW] = room(DOWN, sizeof *sad4x8);
    pixel (*sad8x4)[ACROSS][8][ROW] = room(DOWN, sizeof *sad8x4);
    pixel (*sad4x4)[ACROSS][16][ROW] = room(DOWN, sizeof *sad4x4);
    current = room(HEIGHT, sizeof *current);
    reference = room(HEIGHT + 2 * REACH, sizeof *reference);
    unsigned seed = 264;

    for (int i = 0; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++)
            current[i][j] = (pixel)uniform(&seed, 0, 256);
    for (int i = 0; i < HEIGHT + 2 * REACH; i++)
        for (int j = 0; j < WIDTH + 2 * REACH; j++) {
            int y = clamped(i - REACH, HEIGHT), x = clamped(j - REACH, WIDTH);
            reference[i][j] = current[clamped(y + 3, HEIGHT)][clamped(x - 5, WIDTH)] ^ (pixel)uniform(&seed, 0, 4);
        }
    search(current, reference, sad16x16, sad8x16, sad16x8, sad8x8, sad4x8, sad8x4, sad4x4);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int my = 0; my < DOWN; my++) {
        for (int mx = 0; mx < ACROSS; mx++) {
            for (int at = (my + mx) % 7; at < POSITIONS; at += DOWN * ACROSS / 20 + 7) {
                int dy = at / SIDE, dx = at % SIDE, y = 16 * my, x = 16 * mx;
                compare(&e, expected(y, x, 16, 16, dy, dx), sad16x16[my][mx][at]);
                for (int b = 0; b < 2; b++) {
                    compare(&e, expected(y + 8 * b, x, 8, 16, dy, dx), sad8x16[my][mx][b][at]);
                    compare(&e, expected(y, x + 8 * b, 16, 8, dy, dx), sad16x8[my][mx][b][at]);
                }
                for (int b = 0; b < 4; b++)
                    compare(&e, expected(y + b / 2 * 8, x + b % 2 * 8, 8, 8, dy, dx), sad8x8[my][mx][b][at]);
                for (int b = 0; b < 8; b++) {
                    compare(&e, expected(y + b / 2 * 4, x + b % 2 * 8, 4, 8, dy, dx), sad4x8[my][mx][b][at]);
                    compare(&e, expected(y + b / 4 * 8, x + b % 4 * 4, 8, 4, dy, dx), sad8x4[my][mx][b][at]);
                }
                for (int b = 0; b < 16; b++)
                    compare(&e, expected(y + b / 4 * 4, x + b % 4 * 4, 4, 4, dy, dx), sad4x4[my][mx][b][at]);
            }
        }
    }
    return verdict("sad", e, 0);
}
