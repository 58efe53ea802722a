//@ run: cpu
// The same kernels, with every copyout: nothing is said.
#include <stdio.h>
#include <stdlib.h>
struct point { float x, y; int tag; };
int key[64], some[64], found[64], total[64], grid[8][8];
struct point points[64];

static float *kept(int n)
{
    float *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda kernel scattered tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        if (a[i] > 3)
            a[i] = 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
    return a;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        key[i] = i * 7 % 64;
#pragma hicuda global alloc key[*] copyin
#pragma hicuda global alloc some[*] copyin
#pragma hicuda global alloc found[*] copyin
#pragma hicuda global alloc total[*] copyin
#pragma hicuda global alloc points[*] copyin
#pragma hicuda global alloc grid[*][*] copyin
#pragma hicuda kernel all tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < 64; i++) {
        if (key[i] % 3)
            some[i] = 1;
        found[key[i]] = i;
        points[i].tag = i;
        grid[i / 8][i % 8] = i;
#pragma hicuda atomic
        total[key[i] % 4] += i;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout grid[*][*]
#pragma hicuda global copyout some[*]
#pragma hicuda global copyout found[*]
#pragma hicuda global copyout total[*]
#pragma hicuda global copyout points[*]
#pragma hicuda global free key some found total points grid
    int sum = some[5] + found[7] + total[2] + points[9].tag;
    for (int i = 0; i < 64; i++)
        sum += grid[i / 8][i % 8];
    printf("%d %g\n", sum, kept(64)[9]);
    return 0;
}
