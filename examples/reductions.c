// The sum of an array, step by step: from a tree in shared memory, written out, to the
// clause that leaves all of it to the compiler.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N (1 << 18)
#endif
#define BLOCK 256
#define BLOCKS (N / BLOCK)
#define MANY 32

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

// Each thread adds two elements while it loads: half as many blocks, none of whose threads
// is idle in the first step.
static long first_add_during_load(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel tree_first_add tblock(BLOCKS/2) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS / 2; b++) {
        int tile[BLOCK];
#pragma hicuda shared alloc tile[*]
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < BLOCK; t++)
            tile[t] = a[b * 2 * BLOCK + t] + a[b * 2 * BLOCK + BLOCK + t];
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
#pragma hicuda global copyout part[0:BLOCKS/2-1]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS / 2; b++)
        sum += part[b];
    return sum;
}

// The last 32 elements belong to one warp, whose lanes need no barriers between them.
static long last_warp(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel tree_last_warp tblock(BLOCKS/2) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS / 2; b++) {
        int tile[BLOCK], own = 0;
#pragma hicuda shared alloc tile[*]
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < BLOCK; t++)
            tile[t] = a[b * 2 * BLOCK + t] + a[b * 2 * BLOCK + BLOCK + t];
        for (int half = BLOCK / 2; half >= 32; half /= 2) {
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread independent
            for (int t = 0; t < BLOCK; t++)
                if (t < half)
                    tile[t] += tile[t + half];
        }
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread reduction(+: own)
        for (int t = 0; t < 32; t++)
            own += tile[t];
        part[b] = own;
#pragma hicuda shared remove tile
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout part[0:BLOCKS/2-1]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS / 2; b++)
        sum += part[b];
    return sum;
}

// Each thread adds up many elements before the tree begins.
static long many_elements(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel tree_many tblock(BLOCKS/MANY) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS / MANY; b++) {
        int tile[BLOCK];
#pragma hicuda shared alloc tile[*]
#pragma hicuda loop_partition over_thread
        for (int t = 0; t < BLOCK; t++) {
            int own = 0;
            for (int k = 0; k < MANY; k++)
                own += a[(b * MANY + k) * BLOCK + t];
            tile[t] = own;
        }
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
#pragma hicuda global copyout part[0:BLOCKS/MANY-1]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS / MANY; b++)
        sum += part[b];
    return sum;
}

// The same by clause: shuffles within warps, one slot per warp.
static long by_block(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc part[*]
#pragma hicuda kernel block_sums tblock(BLOCKS/MANY) thread(BLOCK)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < BLOCKS / MANY; b++) {
        int own = 0;
#pragma hicuda loop_partition over_thread reduction(+: own)
        for (int t = 0; t < BLOCK * MANY; t++)
            own += a[b * BLOCK * MANY + t];
        part[b] = own;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout part[0:BLOCKS/MANY-1]
#pragma hicuda global free a part
    for (int b = 0; b < BLOCKS / MANY; b++)
        sum += part[b];
    return sum;
}

// The grid's sum by clause, with many elements per thread and several loads under way.
static long by_grid(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel grid_sum tblock(1056) thread(BLOCK)
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
    long expected = 0;
    for (int i = 0; i < N; i++)
        expected += a[i];
    const struct {
        const char *step;
        long (*sum)(void);
    } ladder[] = {
        { "interleaved", interleaved },
        { "sequential addressing", sequential_addressing },
        { "first add during load", first_add_during_load },
        { "last warp", last_warp },
        { "many elements", many_elements },
        { "shuffles", by_block },
        { "one kernel", by_grid },
    };
    int wrong = 0;
    for (unsigned step = 0; step < sizeof ladder / sizeof *ladder; step++) {
        int agrees = ladder[step].sum() == expected;
        printf("%s: %s\n", ladder[step].step, agrees ? "PASSED" : "FAILED");
        wrong += !agrees;
    }
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
