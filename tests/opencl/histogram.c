#include "host.h"

enum { N = 5000 };

int main(void)
{
    unsigned char data[N];
    unsigned bins[64] = {0}, expected[64] = {0};
    int cells[9] = {0, 0, 0, -1, 0, 500, 300, 7, 0}, old[128], wrong = 0;
    for (int i = 0; i < N; i++) {
        data[i] = (unsigned char)(i * i % 251);
        expected[data[i] & 63]++;
    }
    start("histogram.cl", "");
    cl_mem d = buffer(sizeof data, data), b = buffer(sizeof bins, bins), c = buffer(sizeof cells, cells), o = buffer(sizeof old, NULL);
    cl_kernel count = kernel("histogram"), others = kernel("others");
    arguments(count, "mmi", d, b, N);
    run(count, 256, 64);
    fetch(b, sizeof bins, bins);
    for (int i = 0; i < 64; i++)
        wrong += bins[i] != expected[i];
    arguments(others, "mm", c, o);
    run(others, 128, 32);
    fetch(c, sizeof cells, cells);
    fetch(o, sizeof old, old);
    for (int i = 0; i < 9; i++)
        printf("%d ", cells[i]);
    printf("%d\n", old[100]);
    clReleaseMemObject(d);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    clReleaseMemObject(o);
    clReleaseKernel(count);
    clReleaseKernel(others);
    verdict("histogram", wrong);
}
