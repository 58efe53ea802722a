// Index, step, condition and bound of a partitioned loop, each not as it must be.
float a[64];

void f(int step, float *q, int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_thread
    for (float x = 0; x < 64; x++)          //~ E0501 its index is not an integer
        a[0] = 0;
#pragma hicuda loop_partition over_thread
    for (float *p = q; p < q + 64; p++)     //~ E0501 its index is not an integer
        a[1] = 0;
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i += step)      //~ E0501 its step is not a constant
        a[i] = 0;
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i += 0)         //~ E0501 its step is zero
        a[i] = 0;
#pragma hicuda loop_partition over_thread
    for (int i = 0; i == 64; i++)           //~ E0501 its condition must use
        a[i] = 0;
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++) {           //~ E0501 its bound may change
        a[i] = 0;
        n--;
    }
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i--)            //~ E0501 it steps away from its bound
        a[i] = 0;
#pragma hicuda loop_partition over_thread
    for (int i = 0; ; i++)                  //~ E0501 it has no condition
        a[i] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
