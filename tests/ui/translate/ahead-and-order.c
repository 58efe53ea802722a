//@ emit: cuda
//@ run: cpu sim
// The next section is loaded ahead where `ahead(1)` says so, and not where `ahead(0)` does;
// a tile is stored by columns where `order(columns)` says so, loaded ahead or not, and by rows where `order(rows)` does.
#include <stdio.h>

#define N 64
#define TILE 16

int a[N][N], b[N][N], c[N][N], d[N][N], e[N][N], f[N][N];

// One section when it is needed, without a remark.
static void needed(void)
{
#pragma hicuda kernel plain tblock(N/8, N/16) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int kk = 0; kk < N; kk += TILE) {
#pragma hicuda shared alloc a[i][kk:kk+TILE-1] copyin ahead(0)
#pragma hicuda shared alloc b[kk:kk+TILE-1][j] copyin
#pragma hicuda barrier
                for (int k = kk; k < kk + TILE; k++)
                    sum += a[i][k] * b[k][j];
#pragma hicuda barrier
#pragma hicuda shared remove a b
            }
            c[i][j] = sum;
        }
#pragma hicuda kernel_end
}

// The next one ahead, although the section of `b` says nothing; `a` by columns.
static void ahead(void)
{
#pragma hicuda kernel early tblock(N/8, N/16) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            int sum = 0;
#pragma hicuda stage(TILE: a) ahead(1) order(columns) pad(1)
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            d[i][j] = sum;
        }
#pragma hicuda kernel_end
}

// Eight rows in a thread, which would be stored by columns.
static void rows(void)
{
#pragma hicuda kernel tall tblock(N/32, N/32) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            int sum = 0;
#pragma hicuda stage(TILE: a) ahead(1) order(rows)
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            e[i][j] = sum;
        }
#pragma hicuda kernel_end
}

// A transposition needs no padding of rows then; what is written to a tile goes back in its place.
static void turned(void)
{
#pragma hicuda kernel turn tblock(N/16, N/16) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
#pragma hicuda shared alloc a[j][i] copyin order(columns)
#pragma hicuda shared alloc f[i][j] order(columns) pad(none)
            f[i][j] = a[j][i] + (i < j ? 1 : 0);
#pragma hicuda shared copyout f[i][j]
#pragma hicuda shared remove a f
        }
#pragma hicuda kernel_end
}

static unsigned check(int m[N][N])
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31u + (unsigned)m[i][j];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda global alloc d[*][*]
#pragma hicuda global alloc e[*][*]
#pragma hicuda global alloc f[*][*]
    needed();
    ahead();
    rows();
    turned();
#pragma hicuda global copyout c[*][*]
#pragma hicuda global copyout d[*][*]
#pragma hicuda global copyout e[*][*]
#pragma hicuda global copyout f[*][*]
#pragma hicuda global free a b c d e f
    printf("%u %u %u %u\n", check(c), check(d), check(e), check(f));
    return 0;
}
