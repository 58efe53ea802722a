//@ emit: cuda
//@ run: cpu sim
// A bit-field is written by a store of the word around it: nobody reads the bits beside it.
#include <stdio.h>

struct parts { unsigned low : 3; int middle : 5; unsigned high : 7; _Bool odd : 1; _Bool large : 1; };
struct mixed { _Bool is_set : 1; int number : 3; };
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
        p.odd = x[i] & 1;
        p.large = x[i] & 96;
        struct mixed m;
        m.is_set = x[i] & 6;
        m.number = x[i];
        o[i] = m.is_set * 1000000 + m.number + p.low * 10000 + p.middle * 200 + p.high + p.odd * 100000 + p.large * 200000;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
