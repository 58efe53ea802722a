// In OpenCL: rows with a pitch, sizes of blocks by braces, a kernel that is declared first, memory of the host.
//@ run: processor
#include <cstdio>

static __global__ void transpose(const float *in, size_t in_pitch, float *out, size_t out_pitch, int w, int h);

__global__ static void transpose(const float *in, size_t in_pitch, float *out, size_t out_pitch, int w, int h)
{
    __shared__ float tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) {
        const float *row = (const float *)((const char *)in + y * in_pitch);
        tile[threadIdx.y][threadIdx.x] = row[x];
    }
    __syncthreads();
    x = blockIdx.y * 8 + threadIdx.x, y = blockIdx.x * 8 + threadIdx.y;
    if (x < h && y < w)
        ((float *)((char *)out + y * out_pitch))[x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    const int w = 37, h = 21;
    float *host, *d_in, *d_out;
    size_t in_pitch, out_pitch;
    cudaMallocHost(&host, w * h * sizeof(float));
    for (int i = 0; i < w * h; i++)
        host[i] = i;
    cudaMallocPitch(&d_in, &in_pitch, w * sizeof(float), h);
    cudaMallocPitch(&d_out, &out_pitch, h * sizeof(float), w);
    cudaMemcpy2D(d_in, in_pitch, host, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
    dim3 block{8, 8};
    transpose<<<dim3((w + 7) / 8, (h + 7) / 8), block>>>(d_in, in_pitch, d_out, out_pitch, w, h);
    cudaMemcpy2D(host, h * sizeof(float), d_out, out_pitch, h * sizeof(float), w, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < w * h; i++)
        wrong += host[i] != (i % h) * w + i / h;
    printf("%d wrong\n", wrong);
    cudaFreeHost(host);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
