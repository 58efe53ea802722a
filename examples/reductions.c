// The sum of an array, step by step: from a tree in shared memory, written out, to the
// clause that leaves all of it to the compiler.
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 20)
#define BLOCK 256
#define BLOCKS (N / BLOCK)

static int a[N], part[BLOCKS];

// Each block adds up its elements as a tree: neighbours first, then partners that are
// further and further apart. Half of the threads of every warp are idle.
static long interleaved(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel tree_interleaved tblock(BLOCKS) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS; b++) {
        int tile[BLOCK];
#pragma hicuda shared alloc tile[*]
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < BLOCK; t++)
            tile[t] = a[b * BLOCK + t];
        for (int stride = 1; stride < BLOCK; stride *= 2) {
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread independent
            for (int t = 0; t < BLOCK; t++)
                if (t % (2 * stride) == 0)
                    tile[t] += tile[t + stride];
        }
#pragma hicuda barrier
        part[b] = tile[0];
#pragma hicuda shared remove tile
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout part[*]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS; b++)
        sum += part[b];
    return sum;
}

// The same tree from the other end: the threads that work are neighbours, and so are
// the elements they touch.
static long sequential_addressing(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel tree_sequential tblock(BLOCKS) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS; b++) {
        int tile[BLOCK];
#pragma hicuda shared alloc tile[*]
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < BLOCK; t++)
            tile[t] = a[b * BLOCK + t];
        for (int half = BLOCK / 2; half > 0; half /= 2) {
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread independent
            for (int t = 0; t < BLOCK; t++)
                if (t < half)
                    tile[t] += tile[t + half];
        }
#pragma hicuda barrier
        part[b] = tile[0];
#pragma hicuda shared remove tile
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout part[*]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS; b++)
        sum += part[b];
    return sum;
}

// The block's sum by clause: shuffles within warps, one slot per warp.
static long by_block(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel block_sums tblock(BLOCKS) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS; b++) {
        int own = 0;
#pragma hicuda loop_partition over_thread reduction(+: own)
        for (int t = 0; t < BLOCK; t++)
            own += a[b * BLOCK + t];
        part[b] = own;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout part[*]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS; b++)
        sum += part[b];
    return sum;
}

// The grid's sum by clause, with many elements per thread and several loads under way.
static long by_grid(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel grid_sum tblock(264) thread(BLOCK)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += a[i];
#pragma hicuda kernel_end
#pragma hicuda global free a
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 7 - 2;
    printf("interleaved %ld\n", interleaved());
    printf("sequential addressing %ld\n", sequential_addressing());
    printf("by block %ld\n", by_block());
    printf("by grid %ld\n", by_grid());
    return 0;
}
