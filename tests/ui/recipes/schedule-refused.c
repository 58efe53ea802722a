// Schedules that cannot be kept, or would change the result.
void refused(int n, double a[64][64], double *x, double *restrict y, unsigned m)
{
    int i, j, k;
    double sum;
#pragma hicuda schedule((j, i)) //~ E0683 it has 2 statements
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            a[i][j] = 0;
        x[i] = 0;
    }
#pragma hicuda schedule((k, i)) //~ E0683 `k` is no index
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] = 0;
#pragma hicuda schedule((i + j)) //~ E0683 would run at the same time
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] = 0;
#pragma hicuda schedule((-i))
    for (i = 1; i < n; i++)
        y[i] = y[i - 1]; //~ E0684 would change
#pragma hicuda schedule((j, i), (i, 0))
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++)
            a[i][j] = 0;
        a[i][i] = 1; //~ E0683 give both a number
    }
#pragma hicuda schedule((1, i), (0, i))
    for (i = 0; i < n; i++) {
        sum = y[i];
        a[i][0] = sum; //~ E0684 would change
    }
#pragma hicuda schedule((1, i), (0, i))
    for (i = 0; i < n; i++) {
        x[i] = 1; //~ E0683 may be the same memory
        a[i][0] = 1;
    }
#pragma hicuda schedule((j, i))
    for (i = 0; i < n; i += 2) //~ E0683 the step of each of its loops
        for (j = 0; j < n; j++)
            a[i][j] = 0;
#pragma hicuda schedule((u))
    for (unsigned u = 0; u < m; u++) //~ E0683 unsigned
        y[u] = 0;
#pragma hicuda schedule(([j], i))
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] = 0; //~ E0683 threads share loops in kernels
#pragma hicuda schedule((j, i))
    for (i = 0; i < n; i++) {
        double t = y[i]; //~ E0683 declare it before the nest
        for (j = 0; j < n; j++)
            a[i][j] = t;
    }
#pragma hicuda unroll(2) //~ E0683 write `schedule` above it
#pragma hicuda schedule((j, i))
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] = 0;
}
