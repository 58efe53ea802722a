//@ emit: cuda
//@ run: cpu
// A partitioned loop whose head and body are macros.
#include <stdio.h>

#define EACH for (int i = 0; i < 32; i++)
#define SET(element, value) element = value;

int a[32];

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel fill tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    EACH { SET(a[i], i * 2) }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d\n", a[31]);
    return 0;
}
