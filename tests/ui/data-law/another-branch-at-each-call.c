// A function that is called twice may take another branch each time: what it returns need not be one value.
#include <stdio.h>

#define N 100

static float a[N];

static int length(int is_short)
{
    int r;
    if (is_short)
        r = 10;
    else
        r = 90;
    return r;
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = length(argc == 1);
    int m = length(argc != 1);
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel count tblock(1) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
        a[i] = i + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
    printf("%g\n", a[50]); //~ W1045 the host may read an old `a`
    return 0;
}
