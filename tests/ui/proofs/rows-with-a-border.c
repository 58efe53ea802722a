// Rows of `n + 2` elements are compared as rows.
void inside(int m, int n, float *a)
{
#pragma hicuda shape a[(m+2)*(n+2)]
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel first tblock(2, 2) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i <= m; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j <= n; j++)
            a[i * (n + 2) + j] += 1;
#pragma hicuda kernel_end
    // The first row and the last one.
#pragma hicuda kernel second tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int j = 0; j < n + 2; j++) {
        a[j] = 1;
        a[(m + 1) * (n + 2) + j] = 2;
    }
#pragma hicuda kernel_end
    // The last element of one row is the first of the next.
#pragma hicuda kernel third tblock(2, 2) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j <= n + 2; j++)
            a[i * (n + 2) + j] += 1; //~ W1041 the same element
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

// Planes, each border of another width.
void planes(int l, int m, int n, float *a)
{
#pragma hicuda shape a[(l+2)*(m+2)*(n+4)]
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel fourth tblock(2, 2, 2) thread(2, 2, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < l; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < m; j++)
#pragma hicuda loop_partition over_tblock over_thread
            for (int k = 0; k < n; k++)
                a[(i + 1) * (m + 2) * (n + 4) + (j + 1) * (n + 4) + k + 2] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
