// A partitioned loop must be countable before it runs; the culprit is marked.
int limit(void);
void f(float *a, int *p, unsigned u, int n)
{
    int i, j;
    unsigned v;
#pragma hicuda global alloc a[0:63] copyin
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_thread
    for (i = 1; i < 64; i *= 2)                //~ E0501 its step does not add a constant
        a[i] = 0;
#pragma hicuda loop_partition over_thread
    for (i = 0, j = 0; i < 64; i++)            //~ E0501 its head sets more than one variable
        a[i] = 0;
#pragma hicuda loop_partition over_thread
    for (i = 0; i < 64; i++)
        if (a[i] > 0)
            i++;                               //~ E0501 its index is changed in the body
#pragma hicuda loop_partition over_thread
    for (i = 0; i < limit(); i++)              //~ E0501 its bound calls a function
        a[0] = 0;                              //~^ E0519 `limit` cannot be called
#pragma hicuda loop_partition over_thread
    for (v = 0; v != u; v += 2)                //~ E0501 the step must be known to meet the bound
        a[0] = 0;
#pragma hicuda loop_partition over_thread
    for (i = n; i < u; i++)                    //~ E0501 compared as an unsigned number
        a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda global free a
}
