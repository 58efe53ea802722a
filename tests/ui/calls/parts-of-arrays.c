//@ emit: cuda cpu
//@ run: cpu
// Functions that compute with pointers into copies of a part of an array.
#include <stdio.h>

float part[64], out[64], rows[16][8];

static float pick(const float *p, int i)
{
    return p[i];
}

static float corner(float (*p)[8], int i, int j)
{
    return p[i][j];
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        part[i] = i;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++)
            rows[i][j] = i * j;
#pragma hicuda global alloc part[8:63] copyin
#pragma hicuda global alloc rows[2:15][*] copyin
#pragma hicuda global alloc out[*] clear
#pragma hicuda kernel picks tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i < 64; i++)
        out[i] = pick(part, i) + pick(&part[i], 0) + corner(rows, i % 14 + 2, i % 8);
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free part rows out
    float total = 0;
    for (int i = 0; i < 64; i++)
        total += i * out[i];
    printf("%g\n", total);
    return 0;
}
