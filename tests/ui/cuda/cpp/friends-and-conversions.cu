//@ run: cpu sim
// Friends that are declared in a class and defined behind it; `/=` by what a class converts itself to.
#include <algorithm>
#include <cstdio>

struct divisor {
    int by, times;
    __host__ __device__ divisor(int by) : by(by), times(100) {}
    __host__ __device__ operator int() const { return by; }
    friend __host__ __device__ int operator/(int x, const divisor &d);
};
__host__ __device__ inline int operator/(int x, const divisor &d) { return d.times * (x / d.by); }

__global__ void k(int *a, divisor d)
{
    int x = a[0];
    a[1] = x / d;
    x /= d;
    a[2] = x;
    x <<= d;
    a[3] = x;
}

int main()
{
    int *a, found[4] = {17};
    cudaMalloc(&a, sizeof found);
    cudaMemcpy(a, found, sizeof found, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(a, divisor(3));
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    std::for_each(found, found + 4, [](int value) { printf("%d ", value); });
    printf("\n");
    cudaFree(a);
    return 0;
}
