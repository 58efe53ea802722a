#include "host.h"

enum { N = 4096, GROUPS = 4, ITEMS = 64 };
static float in[N], sums[GROUPS];

static float total(void)
{
    float all = 0;
    for (int g = 0; g < GROUPS; g++)
        all += sums[g];
    return all;
}

int main(void)
{
    float expected = 0;
    for (int i = 0; i < N; i++)
        expected += in[i] = i % 13;
    start("reduction.cl", NULL);
    cl_mem i = buffer(sizeof in, in), s = buffer(sizeof sums, NULL);
    cl_kernel one = kernel("sum"), four = kernel("sum4");
    arguments(one, "mmli", i, s, ITEMS * sizeof(float), N);
    run(one, GROUPS * ITEMS, ITEMS);
    fetch(s, sizeof sums, sums);
    printf("%g\n", total());
    int wrong = total() != expected;
    arguments(four, "mmli", i, s, ITEMS * sizeof(cl_float4), N / 4);
    run(four, GROUPS * ITEMS, ITEMS);
    fetch(s, sizeof sums, sums);
    wrong += total() != expected;
    clReleaseMemObject(i);
    clReleaseMemObject(s);
    clReleaseKernel(one);
    clReleaseKernel(four);
    verdict("reduction", wrong);
}
