#include "host.h"

enum { W = 32, H = 20 };
static unsigned char in[H][W][4], out[H][W][4];

int main(void)
{
    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++)
                in[y][x][c] = (unsigned char)(x > 10 + c ? 200 : y * 5);
    start("sobel.cl", "");
    cl_mem i = buffer(sizeof in, in), o = buffer(sizeof out, out);
    cl_kernel k = kernel("sobel");
    arguments(k, "mmii", i, o, W, H);
    run2(k, W, H, 8, 4);
    fetch(o, sizeof out, out);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            for (int c = 0; c < 4; c++) {
                double gx = 0, gy = 0, g;
                for (int s = -1; s <= 1; s++) {
                    gx += (s == 0 ? 2 : 1) * (in[y + s][x + 1][c] - in[y + s][x - 1][c]);
                    gy += (s == 0 ? 2 : 1) * (in[y + 1][x + s][c] - in[y - 1][x + s][c]);
                }
                g = fmin(255, sqrt(gx * gx + gy * gy) / 2);
                wrong += fabs(out[y][x][c] - g) > 0.51;
            }
    clReleaseMemObject(i);
    clReleaseMemObject(o);
    clReleaseKernel(k);
    verdict("sobel", wrong);
}
