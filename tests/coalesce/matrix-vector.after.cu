// The lecture's matrix times vector: a row for each thread.
#include "harness.h"

__global__ void __launch_bounds__(256, 3) matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    __shared__ struct {
        float a[32][129];
        float x[128];
    } tile;
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float sum = 0;
    // One product after the other.
    for (int next = 0; next < m + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float a_next[4][4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = next + c;
                a_next[k][q] = row < n && j < m ? a[row * m + j] : 0;
            }
        }
        float x_next = 0;
        if (t < 128) {
            const int j = next + t;
            if (j < m)
                x_next = x[j];
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++)
                sum += tile.a[threadIdx.x][j - first] * tile.x[j - first];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                tile.a[r][c] = a_next[k][q];
            }
        }
        if (t < 128)
            tile.x[t] = x_next;
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    matrix_vector<<<4 * ((n + 127) / 128), dim3(32, 8)>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
