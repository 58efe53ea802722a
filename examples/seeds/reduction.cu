// The thesis's sum of an array, as it grows there: one block with strides that
// double, the same with strides that halve, and many blocks in two launches.
// Corrected: sizes are counts of elements, the ends are guarded, a block stores
// its own sum at its own place.
#include <stdio.h>

#define THREADS 128

// Strides double; threads that have work are ever farther apart.
__global__ void reduce_doubling(const int *d_in, int n, int *d_out)
{
    extern __shared__ int temp[];
    int i = threadIdx.x;
    temp[i] = i < n ? d_in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        if (i % (2 * stride) == 0)
            temp[i] += temp[i + stride];
        __syncthreads();
    }
    if (i == 0)
        *d_out = temp[0];
}

// Strides halve; threads that have work are neighbours. One sum per block.
__global__ void reduce(const int *d_in, int n, int *d_out)
{
    extern __shared__ int temp[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    temp[threadIdx.x] = i < n ? d_in[i] : 0;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            temp[threadIdx.x] += temp[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        d_out[blockIdx.x] = temp[0];
}

int main(void)
{
    enum { N = 10000, BLOCKS = (N + THREADS - 1) / THREADS };
    int in[N], all = 0, first = 0, sum, *d_in, *d_partial, *d_out;
    for (int i = 0; i < N; i++) {
        in[i] = i % 13 - 3;
        all += in[i];
        first += i < 100 ? in[i] : 0;
    }
    cudaMalloc((void **)&d_in, sizeof in);
    cudaMalloc((void **)&d_partial, BLOCKS * sizeof(int));
    cudaMalloc((void **)&d_out, sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);

    int failures = 0;
    reduce_doubling<<<1, THREADS, THREADS * sizeof(int)>>>(d_in, 100, d_out);
    cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%s: one block, strides that double: %d\n", sum == first ? "PASS" : "FAIL", sum);
    failures += sum != first;

    reduce<<<1, THREADS, THREADS * sizeof(int)>>>(d_in, 100, d_out);
    cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%s: one block, strides that halve: %d\n", sum == first ? "PASS" : "FAIL", sum);
    failures += sum != first;

    reduce<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(d_in, N, d_partial);
    reduce<<<1, THREADS, THREADS * sizeof(int)>>>(d_partial, BLOCKS, d_out);
    cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%s: %d blocks, then one: %d\n", sum == all ? "PASS" : "FAIL", (int)BLOCKS, sum);
    failures += sum != all;

    cudaFree(d_in);
    cudaFree(d_partial);
    cudaFree(d_out);
    return failures;
}
