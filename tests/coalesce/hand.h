/* What the versions by hand share: rows that must be gone through in order, by
   blocks of 32 rows and 32 by 8 threads. Eight warps keep the tiles coming
   (cp.async, a few tiles in a ring), and the first one works on them, a lane for each
   row. No sum is taken in another order: results are the same to the last bit. */
#include <cuda_pipeline.h>

enum { ROWS = 32, WARPS = 8, TILE_BYTES = 256 };

/* Tiles of the ring: more if nothing is written. */
#ifndef TILES
#define TILES 5
#endif

/* The threads of a block, and the blocks for n rows. */
static inline dim3 helpers()
{
    return dim3(ROWS, WARPS);
}

static inline int blocks_of(int n)
{
    return (n + ROWS - 1) / ROWS;
}

/* One column more than it needs: the lanes of a column are in banks of their own. */
template <class T> struct Ring {
    T at[TILES][ROWS][TILE_BYTES / sizeof(T) + 1];
    T x[TILES][TILE_BYTES / sizeof(T)];
};

struct Always {
    __device__ bool operator()(int, int) const
    {
        return true;
    }
};

/* step(column, element, x[column]) for the columns of the thread's row, in order; where
   b is given, its row gets what step returns. Only what is wanted(row, column) is there. */
template <class T, class Step, class Wanted = Always>
__device__ void walk_rows(Ring<T> &ring, const T *a, const T *x, T *b, int n, int m, int begin, int end, Step step,
                          Wanted wanted = Wanted())
{
    const int W = TILE_BYTES / sizeof(T), AT_ONCE = ROWS * WARPS / W;
    const int t = threadIdx.y * ROWS + threadIdx.x, c = t % W;
    const bool works = threadIdx.y == 0 && blockIdx.x * ROWS + threadIdx.x < n;
    auto load = [&](int first, int tile) {
#pragma unroll
        for (int k = 0; k < ROWS; k += AT_ONCE) {
            const int r = k + t / W, row = blockIdx.x * ROWS + r, j = first + c;
            if (row < n && j >= begin && j < end && wanted(row, j))
                __pipeline_memcpy_async(&ring.at[tile][r][c], &a[(size_t)row * m + j], sizeof(T));
        }
        if (x && t < W && first + t < end)
            __pipeline_memcpy_async(&ring.x[tile][t], &x[first + t], sizeof(T));
        __pipeline_commit();
    };
    // Tiles start where rows are aligned.
    const int start = begin - begin % 8;
    int tile = 0;
    for (int ahead = 0; ahead < TILES - 1; ahead++)
        load(start + ahead * W, ahead);
    for (int first = start; first < end; first += W) {
        __pipeline_wait_prior(TILES - 2);
        __syncthreads();
        load(first + (TILES - 1) * W, (tile + TILES - 1) % TILES);
        auto take = [&](int c) {
            const T result = step(first + c, ring.at[tile][threadIdx.x][c], ring.x[tile][c]);
            if (b)
                ring.at[tile][threadIdx.x][c] = result;
        };
        if (works && first >= begin && first + W <= end) {
#pragma unroll
            for (int c = 0; c < W; c++)
                take(c);
        } else if (works) {
            for (int c = first < begin ? begin - first : 0; c < W && first + c < end; c++)
                take(c);
        }
        if (b) {
            __syncthreads();
#pragma unroll
            for (int k = 0; k < ROWS; k += AT_ONCE) {
                const int r = k + t / W, row = blockIdx.x * ROWS + r, j = first + c;
                if (row < n && j >= begin && j < end)
                    b[(size_t)row * m + j] = ring.at[tile][r][c];
            }
        }
        tile = (tile + 1) % TILES;
    }
    __pipeline_wait_prior(0);
    __syncthreads();
}

/* The same without a vector: step(column, element). */
template <class T, class Step>
__device__ void rewrite_rows(Ring<T> &ring, const T *a, T *b, int n, int m, int begin, int end, Step step)
{
    auto with = [&](int j, T value, T) { return step(j, value); };
    walk_rows(ring, a, (const T *)nullptr, b, n, m, begin, end, with);
}

/* The same without results. */
template <class T, class Step>
__device__ void read_rows(Ring<T> &ring, const T *a, int n, int m, int begin, int end, Step step)
{
    auto reads = [&](int j, T value, T) {
        step(j, value);
        return value;
    };
    walk_rows(ring, a, (const T *)nullptr, (T *)nullptr, n, m, begin, end, reads);
}

/* The same with a vector: step(column, element, x[column]). */
template <class T, class Step, class Wanted = Always>
__device__ void read_rows_with(Ring<T> &ring, const T *a, const T *x, int n, int m, int end, Step step,
                               Wanted wanted = Wanted())
{
    auto reads = [&](int j, T value, T with) {
        step(j, value, with);
        return value;
    };
    walk_rows(ring, a, x, (T *)nullptr, n, m, 0, end, reads, wanted);
}
