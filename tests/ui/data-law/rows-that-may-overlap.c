//@ emit: cuda
//@ run: cpu
// Who calls the function is not known, so the memory of its arrays is compared when it runs: rows of one length and
// rows of another, that lie right behind each other.
#include <stdio.h>
#include <stdlib.h>

static void sums(const float from[10][12], float to[8][9])
{
#pragma hicuda global alloc from[*][*] copyin
#pragma hicuda global alloc to[*][*]
#pragma hicuda kernel add tblock(2) thread(4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 9; j++)
            to[i][j] = from[i][j] + from[i + 1][j + 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout to[*][*]
#pragma hicuda global free from to
}

int main(int argc, char **argv)
{
    float *both = malloc((10 * 12 + 8 * 9) * sizeof *both);
    void (*chosen)(const float[10][12], float[8][9]) = argc > 7 ? NULL : sums;
    if (!both)
        return 1;
    for (int i = 0; i < 120; i++)
        both[i] = i * 0.5f;
    chosen((void *)both, (void *)(both + 120));
    printf("%g %g\n", both[120], both[191]);
    free(both);
    return 0;
}
