// `copyout … to` puts values where the sequential program puts none: who reads them is told,
// whoever writes first is not.
#include <stdio.h>

static float a[100], b[100], c[100], d[100], e[100];

static void fill(void)
{
#pragma hicuda kernel number tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma hicuda kernel_end
}

int main(void)
{
#pragma hicuda global alloc a[*]
    fill();
#pragma hicuda global copyout a[*] to b[*]
#pragma hicuda global copyout a[0:49] to c[50:99]
#pragma hicuda global copyout a[*] to d[*]
#pragma hicuda global copyout a[*] to e[*]
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%g\n", b[5]); //~ W1064 the host reads what `copyout` put into `b`
    printf("%g\n", c[49]);
    for (int i = 0; i < 100; i++)
        d[i] = 2 * a[i];
    printf("%g\n", d[7]);
#pragma hicuda global alloc e[*] copyin
#pragma hicuda kernel twice tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 100; i++)
        e[i] *= 2; //~ W1046 the kernel may read an old `e`
#pragma hicuda kernel_end
#pragma hicuda global copyout e[*]
#pragma hicuda global free e
    printf("%g\n", e[7]);
    return 0;
}
