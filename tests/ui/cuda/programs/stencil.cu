//@ run: cpu h200
// A star of radius 2 in three dimensions: one plane in shared memory, the others in registers.
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS 2
#define BX 16
#define BY 8

__constant__ float c_coeff[RADIUS + 1];

__device__ __forceinline__ int idx3(int x, int y, int z, int nx, int ny) { return (z * ny + y) * nx + x; }

template <int radius>
__global__ void stencil3D(float *out, const float *in, int nx, int ny, int nz)
{
    __shared__ float s[BY + 2 * radius][BX + 2 * radius];
    const int x = blockIdx.x * BX + threadIdx.x + radius;
    const int y = blockIdx.y * BY + threadIdx.y + radius;
    const int tx = threadIdx.x + radius, ty = threadIdx.y + radius;
    float behind[radius], front[radius], current;
    for (int i = 0; i < radius; i++) {
        behind[i] = in[idx3(x, y, radius - 1 - i, nx, ny)];
        front[i] = in[idx3(x, y, radius + 1 + i, nx, ny)];
    }
    current = in[idx3(x, y, radius, nx, ny)];
    for (int z = radius; z < nz - radius; z++) {
        __syncthreads();
        if (threadIdx.y < radius) {
            s[threadIdx.y][tx] = in[idx3(x, y - radius, z, nx, ny)];
            s[threadIdx.y + BY + radius][tx] = in[idx3(x, y + BY, z, nx, ny)];
        }
        if (threadIdx.x < radius) {
            s[ty][threadIdx.x] = in[idx3(x - radius, y, z, nx, ny)];
            s[ty][threadIdx.x + BX + radius] = in[idx3(x + BX, y, z, nx, ny)];
        }
        s[ty][tx] = current;
        __syncthreads();
        float value = c_coeff[0] * current;
#pragma unroll
        for (int i = 1; i <= radius; i++)
            value += c_coeff[i] * (front[i - 1] + behind[i - 1] + s[ty - i][tx] + s[ty + i][tx] + s[ty][tx - i] + s[ty][tx + i]);
        out[idx3(x, y, z, nx, ny)] = value;
        for (int i = radius - 1; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
        for (int i = 0; i < radius - 1; i++) front[i] = front[i + 1];
        if (z + radius + 1 < nz) front[radius - 1] = in[idx3(x, y, z + radius + 1, nx, ny)];
    }
}

int main(void)
{
    const int nx = 2 * BX + 2 * RADIUS, ny = 2 * BY + 2 * RADIUS, nz = 12;
    const size_t n = (size_t)nx * ny * nz;
    float coeff[RADIUS + 1] = {0.5f, 0.1f, 0.025f};
    float *h_in = (float *)malloc(n * sizeof(float)), *h_out = (float *)calloc(n, sizeof(float));
    for (size_t i = 0; i < n; i++) h_in[i] = (float)(i * 37 % 101) * 0.01f;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpyToSymbol(c_coeff, coeff, sizeof(coeff));
    cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, n * sizeof(float));
    stencil3D<RADIUS><<<dim3((nx - 2 * RADIUS) / BX, (ny - 2 * RADIUS) / BY), dim3(BX, BY)>>>(d_out, d_in, nx, ny, nz);
    cudaMemcpy(h_out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int z = RADIUS; z < nz - RADIUS; z++)
        for (int y = RADIUS; y < ny - RADIUS; y++)
            for (int x = RADIUS; x < nx - RADIUS; x++) {
                int at = (z * ny + y) * nx + x;
                double v = coeff[0] * h_in[at];
                for (int i = 1; i <= RADIUS; i++)
                    v += coeff[i] * ((double)h_in[at + i] + h_in[at - i] + h_in[at + i * nx] + h_in[at - i * nx] + h_in[at + i * nx * ny] + h_in[at - i * nx * ny]);
                worst = fmax(worst, fabs(v - h_out[at]));
            }
    printf("%s\n", worst < 1e-5 ? "stencil ok" : "stencil WRONG");
    cudaFree(d_in);
    cudaFree(d_out);
    free(h_in);
    free(h_out);
    return 0;
}
