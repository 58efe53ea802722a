// After a swap the copies are found by address: rows that are cut at different columns are no layout for both.
void f(float *a, float *b, float *c, float *d, int n, int w, int m)
{
#pragma hicuda shape a[n][w] b[n][w] c[n][w] d[n][w]
#pragma hicuda global alloc a[*][0:w-1] copyin
#pragma hicuda global alloc b[*][0:w-2] copyin
    for (int t = 0; t < m; t++) {
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock
        for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_thread
            for (int j = 0; j < w - 1; j++)
                a[i * w + j] = //~ E0523 `a` is reassigned
                    b[i * w + j]; //~ E0523 `b` is reassigned
#pragma hicuda kernel_end
        float *s = a;
        a = b;
        b = s;
    }
#pragma hicuda global copyout a[*][0:w-2]
#pragma hicuda global free a b
}

void g(float *a, float *b, int n, int w, int m)
{
#pragma hicuda shape a[n][w] b[n][w]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][0:w-1] copyin
    for (int t = 0; t < m; t++) {
#pragma hicuda kernel k2 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock
        for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_thread
            for (int j = 0; j < w; j++)
                a[i * w + j] = b[i * w + j];
#pragma hicuda kernel_end
        float *s = a;
        a = b;
        b = s;
    }
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a b
}
