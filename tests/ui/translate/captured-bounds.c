//@ emit: cuda cpu
//@ run: cpu
// The bounds of a section are those of the moment; `n` changes later.
#include <stdio.h>

int a[50];

int main(int argc, char **argv)
{
    int n = 30 + argc;
#pragma hicuda global alloc a[0:n-1] copyin
    n = n - 10;
#pragma hicuda kernel number tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++)
        a[i] = i + n;       //~ W1104 cannot tell
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
    printf("%d %d %d\n", a[0], a[20], a[21]);
    return argv == NULL;
}
