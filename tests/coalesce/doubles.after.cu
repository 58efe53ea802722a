// Elements of eight bytes.
#include "harness.h"

__global__ void running_product(const double *a, double *b, int n, int m)
{
    __shared__ double a_tile[32][65];
    __shared__ double b_tile[32][65];
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    double product = 1;
    for (int next = 0; next < m + 64; next += 64) {
        const int first = next - 64;
        // The next columns are on their way while these are worked on.
        double a_next[4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + t / 64, c = t % 64;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            a_next[k] = row < n && j < m ? a[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++) {
                product = product * 0.5 + a_tile[threadIdx.x][j - first];
                b_tile[threadIdx.x][j - first] = product;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + t / 64, c = t % 64;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (next > 0 && row < n && j < m)
                b[row * m + j] = b_tile[r][c];
            a_tile[r][c] = a_next[k];
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a = doubles(n * m, 1), *b = doubles(n * m, 2);
    running_product<<<(n + 31) / 32, dim3(32, 16)>>>(a, b, n, m);
    show("b", b, n * m * sizeof(double));
    cudaFree(a);
    return 0;
}
