// With kernels-of-one-name.cu.
#include <algorithm>

static __device__ int value = 2;

static __global__ void k(int *a) { a[0] = 10 * value; }

void other(int *a)
{
    std::for_each(a, a + 1, [](int &) {});
    k<<<1, 1>>>(a);
}
