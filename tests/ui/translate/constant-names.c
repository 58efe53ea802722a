//@ emit: cuda cpu
//@ run: cpu
// Each copy has a name of its own, which no variable of the program has.
#include <stdio.h>

int w[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
int a[64];

void weigh(int c_w)
{
#pragma hicuda kernel first tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = i * w[i % 8] + c_w;
#pragma hicuda kernel_end
}

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda constant copyin w[*]
    weigh(3);
#pragma hicuda constant remove w
    w[3] = 7;
#pragma hicuda constant copyin w[*]
#pragma hicuda kernel second tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] += i * w[i % 8];
#pragma hicuda kernel_end
#pragma hicuda constant remove w
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %d\n", a[3], a[63]);
    return 0;
}
