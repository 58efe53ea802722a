// Arrays that are not each iteration's own: one is read before it is written, one is wanted outside, one is filled in part.
#define N 32
static int a[N][N], b[N];

static void before(void)
{
    int kept[2] = { 0, 0 };
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda kernel carries tblock(1) thread(32)
#pragma hicuda wavefront(1, 1)
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < N; j++) {
            a[i][j] += a[i - 1][j] + a[i][j - 1] + kept[1];
            kept[1] = a[i][j] % 3; //~ E0684 plane by plane
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

static int outside(void)
{
    int last[2];
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda kernel leaves tblock(1) thread(32)
#pragma hicuda wavefront(1, 1)
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < N; j++) {
            last[0] = a[i - 1][j]; //~ E0684 plane by plane
            last[1] = a[i][j - 1];
            a[i][j] += last[0] + last[1];
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    return last[1];
}

static void in_part(int n)
{
    int some[4];
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda kernel fills tblock(1) thread(32)
#pragma hicuda wavefront(1, 1)
    for (int i = 1; i < N; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < N; j++) {
            for (int k = 0; k < n; k++)
                some[k] = a[i - 1][j] + k; //~ E0684 plane by plane
            a[i][j] += a[i][j - 1] + some[3];
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

int main(void)
{
    before();
    in_part(3);
    return outside() + b[0];
}
