#include "host.h"

enum { W = 50, H = 70, T = 16 };
static float in[W * H], out[W * H];

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < W * H; i++)
        in[i] = i;
    start("transpose.cl", "");
    cl_mem i = buffer(sizeof in, in), o = buffer(sizeof out, NULL);
    cl_kernel k = kernel("transpose");
    arguments(k, "mmiil", o, i, W, H, T * (T + 1) * sizeof(float));
    run2(k, (W + T - 1) / T * T, (H + T - 1) / T * T, T, T);
    fetch(o, sizeof out, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            wrong += out[x * H + y] != in[y * W + x];
    clReleaseMemObject(i);
    clReleaseMemObject(o);
    clReleaseKernel(k);
    verdict("transpose", wrong);
}
