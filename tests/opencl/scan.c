#include "host.h"

enum { N = 1024, ITEMS = 64 };
static unsigned in[N], out[N];

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 11;
    start("scan.cl", "");
    cl_mem i = buffer(sizeof in, in), o = buffer(sizeof out, NULL), t = buffer(N / (2 * ITEMS) * sizeof(unsigned), NULL);
    cl_kernel scan = kernel("scan_groups"), add = kernel("add_totals");
    arguments(scan, "mmml", i, o, t, 2 * ITEMS * sizeof(unsigned));
    run(scan, N / 2, ITEMS);
    arguments(add, "mm", o, t);
    run(add, N, 2 * ITEMS);
    fetch(o, sizeof out, out);
    unsigned sum = 0;
    for (int n = 0; n < N; n++) {
        wrong += out[n] != sum;
        sum += in[n];
    }
    printf("%u\n", out[N - 1]);
    clReleaseMemObject(i);
    clReleaseMemObject(o);
    clReleaseMemObject(t);
    clReleaseKernel(scan);
    clReleaseKernel(add);
    verdict("scan", wrong);
}
