//@ emit: cuda cpu
//@ run: cpu
// Sections in shared memory that reach over what the device holds: what lies there is neither loaded nor brought back.
#include <stdio.h>

struct point { int x, y; };

int a[64], b[64], c[64];
struct point p[64];

static void load_over_the_ends(void)
{
#pragma hicuda global alloc a[8:55] copyin
#pragma hicuda global alloc b[8:55]
#pragma hicuda kernel load tblock(3) thread(20)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i <= 55; i++) {
#pragma hicuda shared alloc a[i-1:i+1] copyin
#pragma hicuda barrier
        b[i] = (i > 8 ? a[i - 1] : 0) + a[i] + (i < 55 ? a[i + 1] : 0);
#pragma hicuda barrier
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[8:55]
#pragma hicuda global free a b
}

static void bring_back_over_the_end(void)
{
#pragma hicuda global alloc c[8:55] copyin
#pragma hicuda kernel bring tblock(1) thread(20)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i <= 55; i++) {
#pragma hicuda shared alloc c[i+1] copyin
        if (i < 55)
            c[i + 1] += 2 * i;
#pragma hicuda barrier
#pragma hicuda shared copyout c[i+1]
#pragma hicuda barrier
#pragma hicuda shared remove c
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[8:55]
#pragma hicuda global free c
}

// Nothing is loaded: each element that comes back is written, member by member.
static void bring_back_all(void)
{
#pragma hicuda global alloc p[0:59]
#pragma hicuda kernel members tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 60; i++) {
#pragma hicuda shared alloc p[i]
        p[i].x = i;
        p[i].y = -i;
#pragma hicuda barrier
#pragma hicuda shared copyout p[i]
#pragma hicuda barrier
#pragma hicuda shared remove p
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout p[0:59]
#pragma hicuda global free p
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = c[i] = i * i;
    load_over_the_ends();
    bring_back_over_the_end();
    bring_back_all();
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 7 + b[i] + c[i] * 3 + p[i].x - 5 * p[i].y;
    printf("%d\n", sum);
    return 0;
}
