#include "host.h"

enum { LOG = 8, N = 1 << LOG };

int main(void)
{
    unsigned keys[N];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        keys[i] = i * 2654435761u >> 20;
    start("bitonic_sort.cl", "");
    cl_mem k = buffer(sizeof keys, keys);
    cl_kernel sort = kernel("bitonic");
    for (int stage = 0; stage < LOG; stage++)
        for (int pass = 0; pass <= stage; pass++) {
            arguments(sort, "miii", k, stage, pass, 0);
            run(sort, N / 2, 0);
        }
    fetch(k, sizeof keys, keys);
    for (int i = 1; i < N; i++)
        wrong += keys[i - 1] > keys[i];
    printf("%u %u\n", keys[0], keys[N - 1]);
    clReleaseMemObject(k);
    clReleaseKernel(sort);
    verdict("bitonic sort", wrong);
}
