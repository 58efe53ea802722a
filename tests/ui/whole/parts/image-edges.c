#include <math.h>
#include <stdlib.h>
#include "image.h"

static const int gx[3][3] = { { -1, 0, 1 }, { -2, 0, 2 }, { -1, 0, 1 } };
static const int gy[3][3] = { { -1, -2, -1 }, { 0, 0, 0 }, { 1, 2, 1 } };

static int gradient(const pixel *in, int w, int x, int y)
{
    int sx = 0, sy = 0, i, j;
    for (i = -1; i <= 1; i++)
        for (j = -1; j <= 1; j++) {
            int p = in[(y + i) * w + x + j];
            sx += gx[i + 1][j + 1] * p;
            sy += gy[i + 1][j + 1] * p;
        }
    return abs(sx) + abs(sy);
}

void sobel(const image *src, image *dst)
{
    int w = src->dim.width, h = src->dim.height, x, y;
    pixel *in = src->data, *out = dst->data;
#pragma hicuda global alloc in[0:w*h-1] copyin
#pragma hicuda global alloc out[0:w*h-1] //~ R2049 `out`
#pragma hicuda kernel edges tblock(8, 4) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (y = 0; y < h; y++)
#pragma hicuda loop_partition over_tblock over_thread
        for (x = 0; x < w; x++) {
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
                out[y * w + x] = BLACK;
                continue;
            }
            out[y * w + x] = clamp_pixel(gradient(in, w, x, y));
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[0:w*h-1]
#pragma hicuda global free in out
}
