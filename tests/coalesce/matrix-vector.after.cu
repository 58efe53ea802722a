// The lecture's matrix times vector: a row for each thread.
#include "harness.h"

__global__ void __launch_bounds__(512, 3) matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    __shared__ float a_tile[32][129];
    __shared__ float x_tile[128];
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float sum = 0;
    // One product after the other.
    for (int next = 0; next < m + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float a_next[8];
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            a_next[k] = row < n && j < m ? a[row * m + j] : 0;
        }
        float x_next = 0;
        if (t < 128) {
            const int j = next + t;
            if (j < m)
                x_next = x[j];
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++)
                sum += a_tile[threadIdx.x][j - first] * x_tile[j - first];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            a_tile[r][c] = a_next[k];
        }
        if (t < 128)
            x_tile[t] = x_next;
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    matrix_vector<<<4 * ((n + 127) / 128), dim3(32, 16)>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
