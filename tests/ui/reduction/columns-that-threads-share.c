// The two loops begin at different columns, so that two threads meet in an element: one copy for the block is not
// enough.
#define M 200
#define N 3000

static float a[M][N], y[N];

int main(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda kernel shifted tblock(7) thread(96)
#pragma hicuda loop_partition over_tblock reduction(+: y[*]) //~ E0669 there is no room
    for (int i = 0; i < M; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < N; j++)
            y[j] += a[i][j];
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < N; j++)
            y[j] += a[i][j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a y
    return y[3] > 0;
}
