// Iterations of different threads meet in one element: the message names them.
#define N 64
float a[N], b[N], m[N][N];

void recurrence(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel sum tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < N; i++)
        a[i] = a[i] + a[i - 1]; //~ E0630 threads collide in `a`: one reads what another writes
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void in_place(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel smooth tblock(4, 4) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < N - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N - 1; j++)
            m[i][j] = 0.25f * (m[i - 1][j] + m[i + 1][j] + m[i][j - 1] + m[i][j + 1]); //~ E0630 collide in `m`
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}

void lost_index(int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel halves tblock((n + 31) / 32) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i / 2] = b[i]; //~ E0630 one writes what another writes
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
