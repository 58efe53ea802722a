//@ emit: cuda
//@ run: cpu sim
// A bit-field is written by a store of the word around it: nobody reads the bits beside it.
#include <stdio.h>

struct parts { unsigned low : 3; int middle : 5; unsigned high : 7; };
int x[96], o[96];

int main(void)
{
    for (int i = 0; i < 96; i++)
        x[i] = i * 37 % 97;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel packed tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++) {
        struct parts p;
        p.low = x[i];
        p.middle = x[i];
        p.high = x[i] * 3;
        o[i] = p.low * 10000 + p.middle * 200 + p.high;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
