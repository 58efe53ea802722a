//@ coalesce: diff
// A grid is made for its bounds in whatever words, but for one that leaves out the last rows.
#include <math.h>
__global__ void product(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
    }
}

__global__ void part(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
    }
}

void run(float *c, const float *a, const float *b, int n)
{
    dim3 block(16, 16), grid((n + block.x - 1) / block.x, (n - 1) / 16 + 1);
    product<<<grid, block>>>(c, a, b, n);
    product<<<dim3(ceil(n / 16.0), ceilf((float)n / block.y)), block>>>(c, b, a, n);
    int blocks = (n + 15) / 16;
    product<<<dim3(blocks, blocks), block>>>(c, b, b, n);
    part<<<dim3(n / 16, n / 16), block>>>(c, a, b, n);
}
