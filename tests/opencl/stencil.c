#include "host.h"

enum { W = 48, H = 32, STEPS = 10 };
static float plate[2][H][W], found[H][W];

int main(void)
{
    int wrong = 0;
    for (int y = 0; y < H; y++)
        plate[0][y][0] = plate[1][y][0] = 100;
    start("stencil.cl", "");
    cl_mem ab[2] = {buffer(sizeof plate[0], plate[0]), buffer(sizeof plate[0], plate[1])};
    cl_kernel k = kernel("stencil");
    for (int s = 0; s < STEPS; s++) {
        arguments(k, "mm", ab[s % 2], ab[1 - s % 2]);
        run2(k, W, H, 16, 8);
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++) {
                float(*a)[W] = plate[s % 2];
                plate[1 - s % 2][y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
            }
    }
    fetch(ab[STEPS % 2], sizeof found, found);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            wrong += fabsf(found[y][x] - plate[STEPS % 2][y][x]) > 1e-4f;
    // A part of the plate, row by row.
    size_t from[3] = {0, 4, 0}, to[3] = {0, 0, 0}, region[3] = {4 * sizeof(float), 3, 1};
    float corner[3][4];
    check(clEnqueueReadBufferRect(queue, ab[STEPS % 2], CL_TRUE, from, to, region, W * sizeof(float), 0, 4 * sizeof(float), 0,
                                  corner, 0, NULL, NULL),
          "clEnqueueReadBufferRect");
    for (int y = 0; y < 3; y++)
        wrong += memcmp(corner[y], found[y + 4], sizeof corner[y]) != 0;
    clReleaseMemObject(ab[0]);
    clReleaseMemObject(ab[1]);
    clReleaseKernel(k);
    verdict("stencil", wrong);
}
