//@ run: cpu h200
// A work-efficient scan of many blocks; default arguments and `nullptr`.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

#define cudaCheck(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

__global__ void prescan(int *g_odata, const int *g_idata, int *sums, int n)
{
    extern __shared__ int temp[];
    int thid = threadIdx.x;
    int base = blockIdx.x * n;
    int offset = 1;
    int ai = thid, bi = thid + (n / 2);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = g_idata[base + ai];
    temp[bi + bankOffsetB] = g_idata[base + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) {
        int last = n - 1 + CONFLICT_FREE_OFFSET(n - 1);
        if (sums) sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_odata[base + ai] = temp[ai + bankOffsetA];
    g_odata[base + bi] = temp[bi + bankOffsetB];
}

__global__ void uniformAdd(int *data, const int *sums, int n)
{
    int i = blockIdx.x * n + threadIdx.x;
    data[i] += sums[blockIdx.x];
    data[i + blockDim.x] += sums[blockIdx.x];
}

int main()
{
    const int blocks = 8, n = 128, total = blocks * n;
    int h_in[total], h_out[total];
    for (int i = 0; i < total; i++) h_in[i] = rand() % 10;
    int *d_in, *d_out, *d_sums, *d_scanned;
    cudaCheck(cudaMalloc(&d_in, total * sizeof(int)));
    cudaCheck(cudaMalloc(&d_out, total * sizeof(int)));
    cudaCheck(cudaMalloc(&d_sums, blocks * sizeof(int)));
    cudaCheck(cudaMalloc(&d_scanned, blocks * sizeof(int)));
    cudaCheck(cudaMemcpy(d_in, h_in, sizeof(h_in), cudaMemcpyHostToDevice));
    size_t shared = (n + n / NUM_BANKS) * sizeof(int);
    prescan<<<blocks, n / 2, shared>>>(d_out, d_in, d_sums, n);
    prescan<<<1, blocks / 2, (blocks + 1) * sizeof(int)>>>(d_scanned, d_sums, nullptr, blocks);
    uniformAdd<<<blocks, n / 2>>>(d_out, d_scanned, n);
    cudaCheck(cudaPeekAtLastError());
    cudaCheck(cudaDeviceSynchronize());
    cudaCheck(cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int i = 0; i < total; i++) {
        assert(h_out[i] == sum);
        sum += h_in[i];
    }
    printf("scan of %d elements ok, total %d\n", total, sum);
    cudaFree(d_in); cudaFree(d_out); cudaFree(d_sums); cudaFree(d_scanned);
    return 0;
}
