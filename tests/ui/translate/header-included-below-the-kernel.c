//@ run: cpu
// The runtime stands before the first function with directives: a header that is included
// below it comes too late for it, and is included once more.
float a[100];
void scale(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale_all tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 100; i++)
        a[i] = a[i] + i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    scale();
    printf("%g\n", a[99]);
    return EXIT_SUCCESS;
}
