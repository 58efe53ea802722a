/* What the products by hand share: tiles of 64 by 64 elements for blocks of 256 threads, 4 by
   4 of it for each. Sums are taken in the order of the original. */

enum { T = 64, K = 16, OWN = 4 };

/* The blocks for n rows and m columns. */
static inline dim3 tiles_of(int n, int m)
{
    return dim3((m + T - 1) / T, (n + T - 1) / T);
}

/* step(sum, x, y) for the sums of the thread and x = left(row, k), y = right(k, column), k in
   order; then end(row, column, sum). Lanes run along k where it is next to its neighbour. */
template <bool LEFT_ALONG_K, bool RIGHT_ALONG_K, class V, class Sum, class Left, class Right, class Step, class End>
__device__ void products(V (&x)[K][T + 2], V (&y)[K][T + 2], int n, int m, int l, Sum (&sums)[OWN][OWN], Left left,
                         Right right, Step step, End end)
{
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * T, column = blockIdx.x * T;
    for (int first = 0; first < l; first += K) {
#pragma unroll
        for (int s = 0; s < T * K / 256; s++) {
            const int e = s * 256 + threadIdx.x;
            const int r = LEFT_ALONG_K ? e / K : e % T, i = LEFT_ALONG_K ? e % K : e / T;
            const int q = RIGHT_ALONG_K ? e / K : e % T, j = RIGHT_ALONG_K ? e % K : e / T;
            x[i][r] = row + r < n && first + i < l ? left(row + r, first + i) : V();
            y[j][q] = column + q < m && first + j < l ? right(first + j, column + q) : V();
        }
        __syncthreads();
        const int last = l - first < K ? l - first : K;
#pragma unroll 8
        for (int k = 0; k < last; k++)
#pragma unroll
            for (int i = 0; i < OWN; i++)
#pragma unroll
                for (int j = 0; j < OWN; j++)
                    step(sums[i][j], x[k][ty + 16 * i], y[k][tx + 16 * j]);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < OWN; i++)
#pragma unroll
        for (int j = 0; j < OWN; j++)
            if (row + ty + 16 * i < n && column + tx + 16 * j < m)
                end(row + ty + 16 * i, column + tx + 16 * j, sums[i][j]);
}
