// Three loops along the row, the last one in place.
#include "harness.h"

__global__ void __launch_bounds__(512, 3) softmax(const float *a, float *b, int n, int m)
{
    __shared__ float a_tile[32][129];
    __shared__ float b_tile[32][129];
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float greatest = -1e30f;
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
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++)
                greatest = fmaxf(greatest, a_tile[threadIdx.x][j - first]);
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            a_tile[r][c] = a_next[k];
        }
        __syncthreads();
    }
    float sum = 0;
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
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++) {
                b_tile[threadIdx.x][j - first] = expf(a_tile[threadIdx.x][j - first] - greatest);
                sum += b_tile[threadIdx.x][j - first];
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (next > 0 && row < n && j < m)
                b[row * m + j] = b_tile[r][c];
            a_tile[r][c] = a_next[k];
        }
        __syncthreads();
    }
    __syncthreads();
    for (int next = 0; next < m + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float b_next[8];
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            b_next[k] = row < n && j < m ? b[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++)
                b_tile[threadIdx.x][j - first] /= sum;
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (next > 0 && row < n && j < m)
                b[row * m + j] = b_tile[r][c];
            b_tile[r][c] = b_next[k];
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<2 * ((n + 63) / 64), dim3(32, 16)>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show_rounded("b", b, n * m);
    return 0;
}
