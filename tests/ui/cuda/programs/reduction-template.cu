//@ run: cpu h200
// A reduction for several types and block sizes, chosen by a switch over a template.
#include <stdio.h>
#include <stdlib.h>

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    if (blockSize >= 64) { sdata[tid] += sdata[tid + 32]; __syncwarp(); }
    if (blockSize >= 32) { sdata[tid] += sdata[tid + 16]; __syncwarp(); }
    if (blockSize >= 16) { sdata[tid] += sdata[tid + 8]; __syncwarp(); }
    if (blockSize >= 8) { sdata[tid] += sdata[tid + 4]; __syncwarp(); }
    if (blockSize >= 4) { sdata[tid] += sdata[tid + 2]; __syncwarp(); }
    if (blockSize >= 2) { sdata[tid] += sdata[tid + 1]; }
}

template <typename T, unsigned int blockSize>
__global__ void reduce6(const T *g_idata, T *g_odata, unsigned int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T *sdata = reinterpret_cast<T *>(raw);
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    T mySum = 0;
    while (i < n) {
        mySum += g_idata[i];
        if (i + blockSize < n) mySum += g_idata[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = mySum;
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] = mySum = mySum + sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] = mySum = mySum + sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) { sdata[tid] = mySum = mySum + sdata[tid + 64]; } __syncthreads(); }
    if (tid < 32) {
        if (blockSize >= 64) mySum += sdata[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2)
            mySum += __shfl_down_sync(0xffffffff, mySum, offset);
    }
    if (tid == 0) g_odata[blockIdx.x] = mySum;
}

template <class T>
T reduceOnHost(T *data, int size)
{
    T sum = data[0], c = (T)0.0;
    for (int i = 1; i < size; i++) {
        T y = data[i] - c;
        T t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    return sum;
}

template <class T>
void reduce(int size, int threads, int blocks, T *d_idata, T *d_odata)
{
    dim3 dimBlock(threads, 1, 1);
    dim3 dimGrid(blocks, 1, 1);
    int smemSize = (threads <= 32) ? 2 * threads * sizeof(T) : threads * sizeof(T);
    switch (threads) {
    case 512: reduce6<T, 512><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    case 256: reduce6<T, 256><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    case 128: reduce6<T, 128><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    case 64: reduce6<T, 64><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
    }
}

template <typename T>
bool runTest(int size, int threads)
{
    int blocks = min(64, (size + threads * 2 - 1) / (threads * 2));
    unsigned int bytes = size * sizeof(T);
    T *h_idata = (T *)malloc(bytes);
    for (int i = 0; i < size; i++) h_idata[i] = (T)(rand() & 0xFF);
    T *h_odata = (T *)malloc(blocks * sizeof(T));
    T *d_idata = NULL, *d_odata = NULL;
    cudaMalloc((void **)&d_idata, bytes);
    cudaMalloc((void **)&d_odata, blocks * sizeof(T));
    cudaMemcpy(d_idata, h_idata, bytes, cudaMemcpyHostToDevice);
    reduce<T>(size, threads, blocks, d_idata, d_odata);
    cudaMemcpy(h_odata, d_odata, blocks * sizeof(T), cudaMemcpyDeviceToHost);
    T gpu_result = 0;
    for (int i = 0; i < blocks; i++) gpu_result += h_odata[i];
    T cpu_result = reduceOnHost(h_idata, size);
    cudaFree(d_idata);
    cudaFree(d_odata);
    free(h_idata);
    free(h_odata);
    printf("GPU result = %.0f, CPU result = %.0f\n", (double)gpu_result, (double)cpu_result);
    return gpu_result == cpu_result;
}

int main(int argc, char **argv)
{
    bool ok = runTest<int>(10000, 256);
    ok = runTest<float>(5003, 128) && ok;
    ok = runTest<double>(3000, 64) && ok;
    printf("%s\n", ok ? "Test PASSED" : "Test FAILED!");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
