// The lecture's matrix times vector: a row for each thread.
#include "harness.h"

__global__ void matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    __shared__ float a_tile[128][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float sum = 0;
    // One product after the other.
    for (int next = 0; next < m + 32; next += 32) {
        const int first = next - 32;
        // The next columns are on their way while these are worked on.
        float a_next[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 4 + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            a_next[k] = row < n && j < m ? a[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++)
                sum += a_tile[threadIdx.x][j - first] * x[j];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 4 + threadIdx.x / 32, c = threadIdx.x % 32;
            a_tile[r][c] = a_next[k];
        }
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    matrix_vector<<<(n + 127) / 128, 128>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
