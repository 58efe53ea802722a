#include "host.h"

enum { W = 128, H = 24, R = 4 };
static float in[W * H], between[W * H], out[W * H];
static float weight[2 * R + 1] = {0.02f, 0.05f, 0.12f, 0.19f, 0.24f, 0.19f, 0.12f, 0.05f, 0.02f};

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < W * H; i++)
        in[i] = i * 17 % 29;
    start("convolution.cl", "");
    cl_mem a = buffer(sizeof in, in), b = buffer(sizeof in, NULL), c = buffer(sizeof in, NULL), w = buffer(sizeof weight, weight);
    cl_kernel rows = kernel("rows"), columns = kernel("columns");
    arguments(rows, "mmi", a, b, W);
    run2(rows, W, H, 64, 1);
    arguments(columns, "mmmi", b, c, w, H);
    run2(columns, W, H, 16, 4);
    fetch(c, sizeof out, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int i = -R; i <= R; i++)
                if (x + i >= 0 && x + i < W)
                    between[y * W + x] += weight[i + R] * in[y * W + x + i];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float sum = 0;
            for (int i = -R; i <= R; i++)
                if (y + i >= 0 && y + i < H)
                    sum += weight[i + R] * between[(y + i) * W + x];
            wrong += fabsf(sum - out[y * W + x]) > 1e-4f;
        }
    cl_mem all[] = {a, b, c, w};
    for (int i = 0; i < 4; i++)
        clReleaseMemObject(all[i]);
    clReleaseKernel(rows);
    clReleaseKernel(columns);
    verdict("convolution", wrong);
}
