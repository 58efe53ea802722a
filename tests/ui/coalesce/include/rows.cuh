// Included by kernel-of-an-included-file.cu.
__global__ void sum_rows(float *sums, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[i * n + j];
    sums[i] = sum;
}
__global__ void twice(float *a) { a[threadIdx.x] *= 2; }
