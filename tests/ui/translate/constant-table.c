//@ emit: cuda cpu
//@ run: cpu h200
// Read-only data in constant memory; two that do not live at once share it.
#include <stdio.h>

static const int weight[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static double scale = 0.5;
int a[64];
double b[64];

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda constant copyin weight[*]
#pragma hicuda kernel weigh tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = i * weight[i % 8];
#pragma hicuda kernel_end
#pragma hicuda constant remove weight
#pragma hicuda global alloc b[*]
#pragma hicuda constant copyin scale
#pragma hicuda kernel halve tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        b[i] = a[i] * scale;
#pragma hicuda kernel_end
#pragma hicuda constant remove scale
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%g %g\n", b[1], b[63]);
    return 0;
}
