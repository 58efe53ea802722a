#include "host.h"

enum { N = 512, ITEMS = 32 };

int main(void)
{
    unsigned keys[N];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        keys[i] = i * 40503u & 0xffff;
    start("radix_sort.cl", "");
    cl_mem a = buffer(sizeof keys, keys), b = buffer(sizeof keys, NULL), c = buffer(16 * ITEMS * sizeof(unsigned), NULL);
    cl_kernel count = kernel("count_digits"), sum = kernel("sum_counts"), put = kernel("put_keys");
    for (int shift = 0; shift < 16; shift += 4) {
        arguments(count, "mmii", a, c, N, shift);
        run(count, ITEMS, 8);
        arguments(sum, "mi", c, 16 * ITEMS);
        check(clEnqueueTask(queue, sum, 0, NULL, NULL), "clEnqueueTask");
        arguments(put, "mmmii", a, b, c, N, shift);
        run(put, ITEMS, 8);
        cl_mem swapped = a;
        a = b;
        b = swapped;
    }
    fetch(a, sizeof keys, keys);
    for (int i = 1; i < N; i++)
        wrong += keys[i - 1] > keys[i];
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    clReleaseKernel(count);
    clReleaseKernel(sum);
    clReleaseKernel(put);
    verdict("radix sort", wrong);
}
