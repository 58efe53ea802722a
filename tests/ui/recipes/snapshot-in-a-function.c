//@ run: cpu sim
//@ emit: cuda
// A function that a kernel calls, and the host too: for the kernel its reads see old values, and in the text of the host
// no directive is left.
#include <stdio.h>
void shift(float *a, int n)
{
#pragma hicuda snapshot(a)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1] + 1;
}
static void f(float *a, int n)
{
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda kernel k tblock(2) thread(32)
    shift(a, n);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
}
int main(void){ float a[100]; for(int i=0;i<100;i++)a[i]=i*i%17; f(a,100); shift(a,50); double s=0; for(int i=0;i<100;i++)s+=a[i]*i; printf("%g\n",s); }
