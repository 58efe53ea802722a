// Three loops along the row, the last one in place.
#include "harness.h"

__global__ void __launch_bounds__(256, 3) softmax(const float *a, float *b, int n, int m)
{
    __shared__ struct {
        float a[32][129];
        float b[32][129];
    } tile;
    // A thread works on each row; all of them carry the tiles.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float greatest = -1e30f;
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
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++)
                greatest = fmaxf(greatest, tile.a[threadIdx.x][j - first]);
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
        __syncthreads();
    }
    float sum = 0;
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
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++) {
                tile.b[threadIdx.x][j - first] = expf(tile.a[threadIdx.x][j - first] - greatest);
                sum += tile.b[threadIdx.x][j - first];
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = first + c;
                if (next > 0 && row < n && j < m)
                    b[row * m + j] = tile.b[r][c];
                tile.a[r][c] = a_next[k][q];
            }
        }
        __syncthreads();
    }
    __syncthreads();
    for (int next = 0; next < m + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float b_next[4][4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = next + c;
                b_next[k][q] = row < n && j < m ? b[row * m + j] : 0;
            }
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++)
                tile.b[threadIdx.x][j - first] /= sum;
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = first + c;
                if (next > 0 && row < n && j < m)
                    b[row * m + j] = tile.b[r][c];
                tile.b[r][c] = b_next[k][q];
            }
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<2 * ((n + 63) / 64), dim3(32, 8)>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show_rounded("b", b, n * m);
    return 0;
}
