// How many pairs of points have which angle between them.
#include "tpacf.h"

#define TILE 256

// Adds the pairs within each of some sets of points.
static void count_within(int sets, const struct point set[][POINTS], const float edges[BINS + 1],
                         unsigned counts[BINS])
{
#pragma hicuda shape set[sets][POINTS]
#pragma hicuda global alloc set[*][*] copyin
#pragma hicuda global alloc edges[*] copyin
#pragma hicuda global alloc counts[*] copyin
#pragma hicuda kernel within tblock(sets, POINTS / TILE) thread(TILE)
#pragma hicuda loop_partition over_tblock reduction(+: counts[*])
    for (int s = 0; s < sets; s++) {
#pragma hicuda loop_partition over_tblock
        for (int first = 0; first < POINTS; first += TILE) {
#pragma hicuda shared alloc edges[*] copyin
#pragma hicuda loop_partition over_thread
            for (int i = first; i < first + TILE; i++) {
                struct point p = set[s][i];
                for (int tile = first; tile < POINTS; tile += TILE) {
#pragma hicuda shared alloc set[s][tile:tile+TILE-1] copyin
#pragma hicuda barrier
                    for (int j = tile; j < tile + TILE; j++) {
                        float dot = p.x * set[s][j].x + p.y * set[s][j].y + p.z * set[s][j].z;
                        if (j > i && dot < edges[0] && dot >= edges[BINS]) {
                            int low = 0, high = BINS;
                            while (high - low > 1) {
                                int middle = (low + high) / 2;
                                if (dot < edges[middle])
                                    low = middle;
                                else
                                    high = middle;
                            }
                            counts[low]++;
                        }
                    }
#pragma hicuda barrier
#pragma hicuda shared remove set
                }
            }
#pragma hicuda shared remove edges
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout counts[*]
#pragma hicuda global free set edges counts
}

// Adds the pairs of a point of the data and one of a random set.
static void count_across(const struct point data[POINTS], const struct point random[SETS][POINTS],
                         const float edges[BINS + 1], unsigned counts[BINS])
{
#pragma hicuda global alloc data[*] copyin
#pragma hicuda global alloc random[*][*] copyin
#pragma hicuda global alloc edges[*] copyin
#pragma hicuda global alloc counts[*] copyin
#pragma hicuda kernel across tblock(SETS, POINTS / TILE) thread(TILE)
#pragma hicuda loop_partition over_tblock reduction(+: counts[*])
    for (int s = 0; s < SETS; s++) {
#pragma hicuda shared alloc edges[*] copyin
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < POINTS; i++) {
            struct point p = data[i];
            for (int tile = 0; tile < POINTS; tile += TILE) {
#pragma hicuda shared alloc random[s][tile:tile+TILE-1] copyin
#pragma hicuda barrier
                for (int j = tile; j < tile + TILE; j++) {
                    float dot = p.x * random[s][j].x + p.y * random[s][j].y + p.z * random[s][j].z;
                    if (dot < edges[0] && dot >= edges[BINS]) {
                        int low = 0, high = BINS;
                        while (high - low > 1) {
                            int middle = (low + high) / 2;
                            if (dot < edges[middle])
                                low = middle;
                            else
                                high = middle;
                        }
                        counts[low]++;
                    }
                }
#pragma hicuda barrier
#pragma hicuda shared remove random
            }
        }
#pragma hicuda shared remove edges
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout counts[*]
#pragma hicuda global free data random edges counts
}

void correlate(const struct point data[1][POINTS], const struct point random[SETS][POINTS],
               const float edges[BINS + 1], unsigned dd[BINS], unsigned dr[BINS], unsigned rr[BINS])
{
    count_within(1, data, edges, dd);
    count_within(SETS, random, edges, rr);
    count_across(data[0], random, edges, dr);
}
