//@ emit: cuda cpu
//@ run: cpu
// `printf` in kernels: each iteration prints its line, once, and what the host prints afterwards
// comes afterwards. `independent` says that the order does not matter; one block of one thread keeps it.
#include <stdio.h>

int a[8];

static void tell(int i, float x)
{
    printf("half of a[%d] is %g\n", i, x);
}

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel squares tblock(1) thread(8)
#pragma hicuda loop_partition over_thread independent
    for (int i = 0; i < 8; i++) {
        a[i] = i * i;
        if (i == 3)
            tell(i, 0.5f * a[i]);
    }
#pragma hicuda kernel_end
    puts("between");
#pragma hicuda kernel list tblock(1) thread(1)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 8; i++)
        printf("%s %d: %5.1f%%\n", "a", i, 0.25 * a[i]);
#pragma hicuda kernel_end
    printf("after\n");
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d\n", a[7]);
    return 0;
}
