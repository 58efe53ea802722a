// A block compares 256 points with all others, tile by tile through shared
// memory. Every thread has a histogram of its own there, in a bank of its own, so
// that counting needs no atomic operation.
extern "C" {
#include "tpacf.h"
}
#include "../hand.h"

constexpr int TILE = 256;

template <bool WITHIN>
__global__ void __launch_bounds__(TILE)
count_pairs(const point *__restrict__ a, const point *__restrict__ b, const float *__restrict__ edges,
            unsigned *__restrict__ counts)
{
    __shared__ float limits[BINS + 1];
    __shared__ point others[TILE];
    __shared__ unsigned own[BINS][TILE];
    const int t = threadIdx.x, first = blockIdx.x * TILE, i = first + t;
    const point *set = b + (size_t)blockIdx.y * POINTS;
    const point p = (WITHIN ? set : a)[i];

    if (t <= BINS)
        limits[t] = edges[t];
    for (int k = 0; k < BINS; k++)
        own[k][t] = 0;
    __syncthreads();
    const float most = limits[0], least = limits[BINS];
    for (int tile = WITHIN ? first : 0; tile < POINTS; tile += TILE) {
        others[t] = set[tile + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            const float dot = p.x * others[j].x + p.y * others[j].y + p.z * others[j].z;
            if ((!WITHIN || tile + j > i) && dot < most && dot >= least) {
                int low = 0, high = BINS;
#pragma unroll
                for (int step = 0; step < 5; step++) {
                    const int middle = (low + high) / 2;
                    const bool is_below = dot < limits[middle];
                    low = is_below ? middle : low;
                    high = is_below ? high : middle;
                }
                own[low][t]++;
            }
        }
        __syncthreads();
    }
    for (int k = t / 32; k < BINS; k += TILE / 32) {
        unsigned sum = 0;
        for (int at = t % 32; at < TILE; at += 32)
            sum += own[k][at];
        sum = __reduce_add_sync(0xffffffff, sum);
        if (t % 32 == 0)
            atomicAdd(&counts[k], sum);
    }
}

extern "C" void correlate(const struct point data[1][POINTS], const struct point random[SETS][POINTS],
                          const float edges[BINS + 1], unsigned dd[BINS], unsigned dr[BINS], unsigned rr[BINS])
{
    static_assert(POINTS % TILE == 0 && BINS <= 32, "whole tiles, five steps of the search");
    Device<point> d(data, POINTS), r(random, (size_t)SETS * POINTS);
    Device<float> limits(edges, BINS + 1);
    Device<unsigned> in_data(dd, BINS), across(dr, BINS), within(rr, BINS);
    count_pairs<true><<<dim3(POINTS / TILE, 1), TILE>>>(d, d, limits, in_data);
    count_pairs<true><<<dim3(POINTS / TILE, SETS), TILE>>>(r, r, limits, within);
    count_pairs<false><<<dim3(POINTS / TILE, SETS), TILE>>>(d, r, limits, across);
    in_data.copy_to(dd);
    across.copy_to(dr);
    within.copy_to(rr);
}
