// A block searches for one macroblock, with both pictures' parts in shared
// memory. A thread has one position at a time. It reads the macroblock 16 bytes at
// once, and the reference in words of two pixels, which it shifts into place.
extern "C" {
#include "sad.h"
}
#include "../hand.h"

constexpr int WINDOW = 16 + 2 * REACH, ROWS = SIDE / 3;

struct Results {
    pixel *sad16x16, *sad8x16, *sad16x8, *sad8x8, *sad4x8, *sad8x4, *sad4x4;
};

// |a - b| of both pixels of a word, added to a sum.
static __device__ unsigned add_pair(unsigned a, unsigned b, unsigned sum)
{
    sum = __usad(a & 0xffff, b & 0xffff, sum);
    return __usad(a >> 16, b >> 16, sum);
}

static __device__ void write(const unsigned (&four)[4][4], int macroblock, int at, const Results &results)
{
    unsigned eight[2][2];
#pragma unroll
    for (int b = 0; b < 16; b++)
        results.sad4x4[(macroblock * 16 + b) * ROW + at] = four[b / 4][b % 4];
#pragma unroll
    for (int b = 0; b < 8; b++) {
        results.sad4x8[(macroblock * 8 + b) * ROW + at] = four[b / 2][b % 2 * 2] + four[b / 2][b % 2 * 2 + 1];
        results.sad8x4[(macroblock * 8 + b) * ROW + at] = four[b / 4 * 2][b % 4] + four[b / 4 * 2 + 1][b % 4];
    }
#pragma unroll
    for (int b = 0; b < 4; b++) {
        const int y = b / 2 * 2, x = b % 2 * 2;
        eight[b / 2][b % 2] = four[y][x] + four[y][x + 1] + four[y + 1][x] + four[y + 1][x + 1];
        results.sad8x8[(macroblock * 4 + b) * ROW + at] = eight[b / 2][b % 2];
    }
    results.sad8x16[macroblock * 2 * ROW + at] = eight[0][0] + eight[0][1];
    results.sad8x16[(macroblock * 2 + 1) * ROW + at] = eight[1][0] + eight[1][1];
    results.sad16x8[macroblock * 2 * ROW + at] = eight[0][0] + eight[1][0];
    results.sad16x8[(macroblock * 2 + 1) * ROW + at] = eight[0][1] + eight[1][1];
    results.sad16x16[macroblock * ROW + at] = eight[0][0] + eight[0][1] + eight[1][0] + eight[1][1];
}

__global__ void __launch_bounds__(SIDE * ROWS)
full_search(const pixel *__restrict__ current, const pixel *__restrict__ reference, Results results)
{
    __shared__ __align__(16) pixel block[16][16];
    __shared__ __align__(16) pixel window[WINDOW][WINDOW + 2];
    const int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, macroblock = blockIdx.y * ACROSS + blockIdx.x;
    const int thread = threadIdx.y * SIDE + threadIdx.x, threads = SIDE * ROWS;

    for (int k = thread; k < 256; k += threads)
        block[k / 16][k % 16] = current[(y0 + k / 16) * WIDTH + x0 + k % 16];
    for (int k = thread; k < WINDOW * WINDOW; k += threads)
        window[k / WINDOW][k % WINDOW] = reference[(y0 + k / WINDOW) * (WIDTH + 2 * REACH) + x0 + k % WINDOW];
    __syncthreads();

    const int dx = threadIdx.x, shift = dx % 2 * 16;
    for (int dy = threadIdx.y; dy < SIDE; dy += ROWS) {
        unsigned four[4][4] = {};
#pragma unroll
        for (int y = 0; y < 16; y++) {
            const uint4 *row = (const uint4 *)block[y];
            const uint4 left = row[0], right = row[1];
            const unsigned mine[8] = { left.x, left.y, left.z, left.w, right.x, right.y, right.z, right.w };
            const unsigned *there = (const unsigned *)&window[y + dy][dx - dx % 2];
            unsigned word = there[0];
#pragma unroll
            for (int x = 0; x < 8; x++) {
                const unsigned next = there[x + 1];
                four[y / 4][x / 2] = add_pair(mine[x], __funnelshift_r(word, next, shift), four[y / 4][x / 2]);
                word = next;
            }
        }
        write(four, macroblock, dy * SIDE + dx, results);
    }
}

extern "C" void search(const pixel current[HEIGHT][WIDTH], const pixel reference[HEIGHT + 2 * REACH][WIDTH + 2 * REACH],
                       pixel sad16x16[DOWN][ACROSS][ROW], pixel sad8x16[DOWN][ACROSS][2][ROW],
                       pixel sad16x8[DOWN][ACROSS][2][ROW], pixel sad8x8[DOWN][ACROSS][4][ROW],
                       pixel sad4x8[DOWN][ACROSS][8][ROW], pixel sad8x4[DOWN][ACROSS][8][ROW],
                       pixel sad4x4[DOWN][ACROSS][16][ROW])
{
    const size_t blocks = (size_t)DOWN * ACROSS * ROW;
    Device<pixel> now(current, HEIGHT * WIDTH), before(reference, (HEIGHT + 2 * REACH) * (WIDTH + 2 * REACH));
    Device<pixel> a(blocks), b(2 * blocks), c(2 * blocks), d(4 * blocks), e(8 * blocks), f(8 * blocks), g(16 * blocks);
    full_search<<<dim3(ACROSS, DOWN), dim3(SIDE, ROWS)>>>(now, before, Results { a, b, c, d, e, f, g });
    a.copy_to(sad16x16);
    b.copy_to(sad8x16);
    c.copy_to(sad16x8);
    d.copy_to(sad8x8);
    e.copy_to(sad4x8);
    f.copy_to(sad8x4);
    g.copy_to(sad4x4);
}
