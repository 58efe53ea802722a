// A 3x3 box blur of an image whose size is known only at run time. The rim is
// not computed; the block's tile has a halo of one pixel.
#include <stdio.h>
#include <stdlib.h>

#define TX 32
#define TY 8

static void blur(int height, int width, const float *in, float *out)
{
#pragma hicuda shape in[height][width] out[height][width]
#pragma hicuda global alloc in[*][*] copyin
#pragma hicuda global alloc out[*][*] clear
#pragma hicuda kernel box tblock((height - 2 + TY - 1) / TY, (width - 2 + TX - 1) / TX) thread(TY, TX)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 1; y < height - 1; y++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 1; x < width - 1; x++) {
#pragma hicuda shared alloc in[y-1:y+1][x-1:x+1] copyin
#pragma hicuda barrier
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += in[(y + dy) * width + x + dx];
            out[y * width + x] = sum / 9;
#pragma hicuda barrier
#pragma hicuda shared remove in
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*][*]
#pragma hicuda global free in out
}

int main(void)
{
    int height = 333, width = 517, wrong = 0;
    float *in = malloc(sizeof *in * height * width), *out = malloc(sizeof *out * height * width);

    for (int i = 0; i < height * width; i++)
        in[i] = (i * 37) % 101;
    blur(height, width, in, out);
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += in[(y + dy) * width + x + dx];
            float difference = out[y * width + x] - sum / 9;
            wrong += difference > 1e-4f || difference < -1e-4f;
        }
    printf("blur %dx%d: %s\n", height, width, wrong ? "FAILED" : "PASSED");
    free(in);
    free(out);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
