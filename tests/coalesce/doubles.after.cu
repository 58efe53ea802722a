// Elements of eight bytes.
#include "harness.h"

__global__ void __launch_bounds__(256, 3) running_product(const double *a, double *b, int n, int m)
{
    __shared__ struct {
        double a[32][65];
        double b[32][65];
    } tile;
    // A thread works on each row; all of them carry the tiles.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    double product = 1;
    for (int next = 0; next < m + 64; next += 64) {
        const int first = next - 64;
        // The next columns are on their way while these are worked on.
        double a_next[4][2];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 2; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = next + c;
                a_next[k][q] = row < n && j < m ? a[row * m + j] : 0;
            }
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++) {
                product = product * 0.5 + tile.a[threadIdx.x][j - first];
                tile.b[threadIdx.x][j - first] = product;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 2; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = first + c;
                if (next > 0 && row < n && j < m)
                    b[row * m + j] = tile.b[r][c];
                tile.a[r][c] = a_next[k][q];
            }
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a = doubles(n * m, 1), *b = doubles(n * m, 2);
    running_product<<<(n + 31) / 32, dim3(32, 8)>>>(a, b, n, m);
    show("b", b, n * m * sizeof(double));
    cudaFree(a);
    return 0;
}
