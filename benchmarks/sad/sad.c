// For every macroblock of 16 x 16 pixels and every position within reach, how
// well its parts match the reference picture there: the sums of absolute
// differences of its 4 x 4 blocks, and of the larger blocks made of them.
#include <stdlib.h>
#include "sad.h"

void search(const pixel current[HEIGHT][WIDTH], const pixel reference[HEIGHT + 2 * REACH][WIDTH + 2 * REACH],
            pixel sad16x16[DOWN][ACROSS][ROW], pixel sad8x16[DOWN][ACROSS][2][ROW],
            pixel sad16x8[DOWN][ACROSS][2][ROW], pixel sad8x8[DOWN][ACROSS][4][ROW],
            pixel sad4x8[DOWN][ACROSS][8][ROW], pixel sad8x4[DOWN][ACROSS][8][ROW],
            pixel sad4x4[DOWN][ACROSS][16][ROW])
{
#pragma hicuda global alloc current[*][*] copyin
#pragma hicuda global alloc reference[*][*] copyin
#pragma hicuda global alloc sad16x16[*][*][*] clear
#pragma hicuda global alloc sad8x16[*][*][*][*] clear
#pragma hicuda global alloc sad16x8[*][*][*][*] clear
#pragma hicuda global alloc sad8x8[*][*][*][*] clear
#pragma hicuda global alloc sad4x8[*][*][*][*] clear
#pragma hicuda global alloc sad8x4[*][*][*][*] clear
#pragma hicuda global alloc sad4x4[*][*][*][*] clear
#pragma hicuda kernel full_search tblock(DOWN, ACROSS) thread(SIDE / 3, SIDE)
#pragma hicuda loop_partition over_tblock
    for (int my = 0; my < DOWN; my++) {
#pragma hicuda loop_partition over_tblock
        for (int mx = 0; mx < ACROSS; mx++) {
#pragma hicuda shared alloc current[16*my:16*my+15][16*mx:16*mx+15] copyin
#pragma hicuda shared alloc reference[16*my:16*my+2*REACH+15][16*mx:16*mx+2*REACH+15] copyin
#pragma hicuda loop_partition over_thread
            for (int dy = 0; dy < SIDE; dy++) {
#pragma hicuda loop_partition over_thread
                for (int dx = 0; dx < SIDE; dx++) {
                    int at = dy * SIDE + dx, four[4][4], eight[2][2];
                    for (int by = 0; by < 4; by++) {
                        for (int bx = 0; bx < 4; bx++) {
                            int sum = 0;
                            for (int y = 4 * by; y < 4 * by + 4; y++)
                                for (int x = 4 * bx; x < 4 * bx + 4; x++)
                                    sum += abs(current[16 * my + y][16 * mx + x] -
                                               reference[16 * my + y + dy][16 * mx + x + dx]);
                            four[by][bx] = sum;
                            sad4x4[my][mx][4 * by + bx][at] = sum;
                        }
                    }
                    for (int by = 0; by < 4; by++)
                        for (int bx = 0; bx < 2; bx++)
                            sad4x8[my][mx][2 * by + bx][at] = four[by][2 * bx] + four[by][2 * bx + 1];
                    for (int by = 0; by < 2; by++)
                        for (int bx = 0; bx < 4; bx++)
                            sad8x4[my][mx][4 * by + bx][at] = four[2 * by][bx] + four[2 * by + 1][bx];
                    for (int by = 0; by < 2; by++) {
                        for (int bx = 0; bx < 2; bx++) {
                            eight[by][bx] = four[2 * by][2 * bx] + four[2 * by][2 * bx + 1] +
                                            four[2 * by + 1][2 * bx] + four[2 * by + 1][2 * bx + 1];
                            sad8x8[my][mx][2 * by + bx][at] = eight[by][bx];
                        }
                    }
                    sad8x16[my][mx][0][at] = eight[0][0] + eight[0][1];
                    sad8x16[my][mx][1][at] = eight[1][0] + eight[1][1];
                    sad16x8[my][mx][0][at] = eight[0][0] + eight[1][0];
                    sad16x8[my][mx][1][at] = eight[0][1] + eight[1][1];
                    sad16x16[my][mx][at] = eight[0][0] + eight[0][1] + eight[1][0] + eight[1][1];
                }
            }
#pragma hicuda shared remove current reference
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sad16x16[*][*][*]
#pragma hicuda global copyout sad8x16[*][*][*][*]
#pragma hicuda global copyout sad16x8[*][*][*][*]
#pragma hicuda global copyout sad8x8[*][*][*][*]
#pragma hicuda global copyout sad4x8[*][*][*][*]
#pragma hicuda global copyout sad8x4[*][*][*][*]
#pragma hicuda global copyout sad4x4[*][*][*][*]
#pragma hicuda global free current reference sad16x16 sad8x16 sad16x8 sad8x8 sad4x8 sad8x4 sad4x4
}
