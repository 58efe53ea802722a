// The values that a kernel makes go with the device copy; a later copy begins with the host's old ones.
#include <stdio.h>

#define N 64

static int a[N];

static void begin(int *x)
{
#pragma hicuda global alloc x[0:N-1]
#pragma hicuda kernel count tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global free x
}

int main(void)
{
    begin(a);
#pragma hicuda global alloc a[*] copyin //~ E0697 the newer ones went with an earlier copy
#pragma hicuda kernel twice tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2 * a[i]; //~ W1046 may read an old `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d\n", a[40]);
    return 0;
}
