// What the lecture shows of shared memory: a scratch array of the block, values
// from a neighbour after a barrier, a counter that blocks share, and a filter in
// device memory. Corrected: the first thread has no left neighbour, and an index
// is `threadIdx.x`.
#include <stdio.h>

#define BLOCKSIZE 64
#define BLOCKS 4
#define N (BLOCKSIZE * BLOCKS)

__device__ float filter[3];
__device__ unsigned int finished;

__global__ void doubled(int *arr)
{
    __shared__ int scratch[BLOCKSIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    scratch[threadIdx.x] = arr[i];
    scratch[threadIdx.x] = 2 * scratch[threadIdx.x];
    arr[i] = scratch[threadIdx.x];
}

__global__ void from_the_left(const int *arr, int *left)
{
    __shared__ int scratch[BLOCKSIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    scratch[threadIdx.x] = arr[i];
    __syncthreads();
    left[i] = threadIdx.x > 0 ? scratch[threadIdx.x - 1] : -1;
    if (threadIdx.x == 0)
        atomicInc(&finished, BLOCKS);
}

__global__ void convolve(const float *image, float *result)
{
    __shared__ float region[BLOCKSIZE + 2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    region[threadIdx.x + 1] = image[i];
    if (threadIdx.x == 0)
        region[0] = i > 0 ? image[i - 1] : 0.0f;
    if (threadIdx.x == BLOCKSIZE - 1)
        region[BLOCKSIZE + 1] = i < N - 1 ? image[i + 1] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 3; k++)
        sum += filter[k] * region[threadIdx.x + k];
    result[i] = sum;
}

static int report(const char *what, int wrong)
{
    printf("%s: %s\n", wrong == 0 ? "PASS" : "FAIL", what);
    return wrong != 0;
}

int main(void)
{
    int arr[N], left[N], *d_arr, *d_left, wrong = 0, failures = 0;
    unsigned int blocks;
    for (int i = 0; i < N; i++)
        arr[i] = i * i % 101;
    cudaMalloc((void **)&d_arr, sizeof arr);
    cudaMalloc((void **)&d_left, sizeof left);
    cudaMemcpy(d_arr, arr, sizeof arr, cudaMemcpyHostToDevice);
    doubled<<<BLOCKS, BLOCKSIZE>>>(d_arr);
    from_the_left<<<BLOCKS, BLOCKSIZE>>>(d_arr, d_left);
    cudaMemcpy(left, d_left, sizeof left, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += left[i] != (i % BLOCKSIZE > 0 ? 2 * arr[i - 1] : -1);
    failures += report("values of the thread to the left", wrong);
    cudaMemcpyFromSymbol(&blocks, finished, sizeof blocks);
    failures += report("a counter of all blocks", blocks != BLOCKS);

    float weights[3] = {0.25f, 0.5f, 0.25f}, image[N], result[N], *d_image, *d_result;
    for (int i = 0; i < N; i++)
        image[i] = i % 9;
    cudaMemcpyToSymbol(filter, weights, sizeof weights);
    cudaMalloc((void **)&d_image, sizeof image);
    cudaMalloc((void **)&d_result, sizeof result);
    cudaMemcpy(d_image, image, sizeof image, cudaMemcpyHostToDevice);
    convolve<<<BLOCKS, BLOCKSIZE>>>(d_image, d_result);
    cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
    wrong = 0;
    for (int i = 0; i < N; i++) {
        float before = i > 0 ? image[i - 1] : 0.0f, after = i < N - 1 ? image[i + 1] : 0.0f;
        wrong += result[i] != 0.25f * before + 0.5f * image[i] + 0.25f * after;
    }
    failures += report("a filter over regions", wrong);
    cudaFree(d_arr);
    cudaFree(d_left);
    cudaFree(d_image);
    cudaFree(d_result);
    return failures;
}
