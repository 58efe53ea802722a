// Written before read in each iteration, also through branches: nothing to report.
void f(float a[64], float b[64], int n)
{
    float t, u;
    int i, k;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k1 tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) {
        float seen;
        t = 0;
        for (k = 0; k < n; k++)
            t += a[i] * k;
        if (t > 1)
            u = t;
        else
            u = -t;
        if (n > 3)
            seen = u;
        b[i] = u;
        if (n > 3)
            b[i] += seen;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    t = b[0];
    b[0] = t;
}
