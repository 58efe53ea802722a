#include <math.h>
#include "image.h"

float gauss[2 * MAX_RADIUS + 1];

void make_gauss(int radius)
{
    float sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum += gauss[i + radius] = expf(-0.5f * i * i / (radius * 0.5f * radius * 0.5f));
    for (int i = 0; i <= 2 * radius; i++)
        gauss[i] /= sum;
}

void blur_rows(const image *src, image *dst, int radius)
{
    int w = src->dim.width, h = src->dim.height;
    const pixel *in = src->data;
    pixel *out = dst->data;
#pragma hicuda global alloc in[0:w*h-1] copyin
#pragma hicuda global alloc out[0:w*h-1]
#pragma hicuda global alloc gauss[*] copyin
#pragma hicuda kernel rows tblock(8, 4) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < h; y++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -radius; k <= radius; k++)
                sum += gauss[k + radius] * in[y * w + clampi(x + k, 0, w - 1)]; //~ W1104
            out[y * w + x] = clamp_pixel((int)(sum + 0.5f));
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[0:w*h-1]
#pragma hicuda global free in out gauss
}

void blur_columns(const image *src, image *dst, int radius)
{
    const int w = src->dim.width, h = src->dim.height;
    const pixel *in = src->data;
    pixel *out = dst->data;
#pragma hicuda global alloc in[0:w*h-1] copyin
#pragma hicuda global alloc out[0:w*h-1]
#pragma hicuda constant copyin gauss[*]
#pragma hicuda kernel columns tblock(8, 4) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < h; y++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -radius; k <= radius; k++)
                sum += gauss[k + radius] * in[clampi(y + k, 0, h - 1) * w + x]; //~ W1104
            out[y * w + x] = clamp_pixel((int)(sum + 0.5f));
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[0:w*h-1]
#pragma hicuda global free in out
#pragma hicuda constant remove gauss
}
