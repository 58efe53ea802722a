//@ emit: cuda cpu
//@ run: cpu
// One row per block: its threads add the row up together and all use the sum.
#include <stdio.h>

float m[60][100], share[60][100];

int main(void)
{
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 100; j++)
            m[i][j] = (i + j) % 4 + 1;
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc share[*][*]
#pragma hicuda kernel normalise tblock(60) thread(48)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 60; i++) {
        float sum = 0, most = m[i][0];
#pragma hicuda loop_partition over_thread reduction(+: sum) reduction(max: most)
        for (int j = 0; j < 100; j++) {
            sum += m[i][j];
            if (m[i][j] > most)
                most = m[i][j];
        }
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 100; j++)
            share[i][j] = (m[i][j] + most) * 4 / sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout share[*][*]
#pragma hicuda global free m share
    for (int i = 0; i < 60; i += 7)
        printf("%g %g\n", share[i][3], share[i][98]);
    return 0;
}
