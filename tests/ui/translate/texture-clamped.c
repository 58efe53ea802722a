//@ emit: cuda cpu
//@ run: cpu h200
// A clamped subscript is what a clamping texture does by itself.
#include <stdio.h>

int picture[8][8], blurred[8][8];

int main(void)
{
    picture[0][7] = 9;
#pragma hicuda texture copyin picture[*][*] addr(clamp)
#pragma hicuda global alloc blurred[*][*]
#pragma hicuda kernel blur tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 8; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 8; j++) {
            int below = i + 1 < 8 ? i + 1 : 7;
            int right = j + 1 > 7 ? 7 : j + 1;
            blurred[i][j] = picture[i][right] + picture[below][j];
        }
#pragma hicuda kernel_end
#pragma hicuda texture remove picture
#pragma hicuda global copyout blurred[*][*]
#pragma hicuda global free blurred
    printf("%d %d\n", blurred[0][6], blurred[0][7]);
    return 0;
}
