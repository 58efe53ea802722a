//@ run: cpu
// `stddef.h` has a type without a tag, which the runtime's own headers must not bring a second time.
#include <stddef.h>
#include <stdio.h>

__global__ void number(int *a, ptrdiff_t first)
{
    a[threadIdx.x] = threadIdx.x + first;
}

int main()
{
    int *d, h[16];
    max_align_t aligned = { 0 };
    cudaMalloc((void **)&d, sizeof h);
    number<<<1, 16>>>(d, 4);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d %d\n", h[3], (int)(sizeof aligned % 16));
    return 0;
}
