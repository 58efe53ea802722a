#include "host.h"

enum { COLS = 100, ROWS = 21, HEIGHT = 5, BLOCK = 64 };

int main(void)
{
    static int wall[ROWS][COLS], best[ROWS][COLS], found[COLS];
    int wrong = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            wall[y][x] = (x * 7 + y * 13) % 10;
    memcpy(best, wall, sizeof wall);
    for (int y = 1; y < ROWS; y++)
        for (int x = 0; x < COLS; x++) {
            int least = best[y - 1][x];
            if (x > 0 && best[y - 1][x - 1] < least)
                least = best[y - 1][x - 1];
            if (x < COLS - 1 && best[y - 1][x + 1] < least)
                least = best[y - 1][x + 1];
            best[y][x] += least;
        }
    start("path.cl", "");
    cl_mem w = buffer(sizeof wall - sizeof wall[0], wall[1]), ab[2] = {buffer(sizeof found, wall[0]), buffer(sizeof found, NULL)};
    cl_kernel k = kernel("dynproc");
    int from = 0, small = BLOCK - 2 * HEIGHT, groups = (COLS + small - 1) / small;
    for (int t = 0; t < ROWS - 1; t += HEIGHT, from = 1 - from) {
        arguments(k, "immmiiill", HEIGHT, w, ab[from], ab[1 - from], COLS, t, HEIGHT, BLOCK * sizeof(int), BLOCK * sizeof(int));
        run(k, groups * BLOCK, BLOCK);
    }
    fetch(ab[from], sizeof found, found);
    for (int x = 0; x < COLS; x++)
        wrong += found[x] != best[ROWS - 1][x];
    clReleaseMemObject(w);
    clReleaseMemObject(ab[0]);
    clReleaseMemObject(ab[1]);
    clReleaseKernel(k);
    verdict("path", wrong);
}
