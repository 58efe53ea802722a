//@ run: cpu sim
//@ also: parts/other-kernel.cu
// Two files have a kernel and a variable of the same name for themselves.
#include <algorithm>
#include <cstdio>

static __device__ int value = 1;

static __global__ void k(int *a) { a[0] = value; }

void other(int *a);

int main()
{
    int *a, five = 5, found[2];
    cudaMalloc(&a, 2 * sizeof *a);
    for (int round = 0; round < 2; round++) {
        k<<<1, 1>>>(a);
        cudaMemcpy(found, a, sizeof *a, cudaMemcpyDeviceToHost);
        other(a);
        cudaMemcpy(found + 1, a, sizeof *a, cudaMemcpyDeviceToHost);
        std::for_each(found, found + 2, [](int value) { printf("%d ", value); });
        printf("\n");
        cudaMemcpyToSymbol(value, &five, sizeof five);
    }
    cudaFree(a);
    return 0;
}
