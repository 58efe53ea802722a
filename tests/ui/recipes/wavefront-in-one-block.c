//@ run: cpu
//@ run: sim
//@ emit: cuda
// A kernel of one block goes through the planes itself, from barrier to barrier. Arrays that every iteration fills anew are no
// obstacle to planes, wherever they are declared.
#include <stdio.h>

#define N 21
#define M 17

static double v[N][M][3], d[N][M][3][3];
static int cost[N][M];

// A point needs those above and beside it; the matrix of a point is worked on in a copy.
static void lower(int n, int m)
{
    int i, j, r;
    double own[3][3], share;
#pragma hicuda kernel eliminate tblock(1) thread(32)
#pragma hicuda wavefront(1, 1)
    for (i = 1; i < n; i++)
#pragma hicuda loop_partition over_thread
        for (j = 1; j < m; j++) {
            for (r = 0; r < 3; r++) {
                own[r][0] = d[i][j][r][0];
                own[r][1] = d[i][j][r][1];
                own[r][2] = d[i][j][r][2];
                v[i][j][r] -= 0.1 * (own[r][0] * v[i - 1][j][r] + own[r][1] * v[i][j - 1][r]);
            }
            share = own[1][0] / own[0][0];
            own[1][1] -= share * own[0][1];
            v[i][j][1] -= share * v[i][j][0];
            share = own[2][1] / own[1][1];
            v[i][j][2] = (v[i][j][2] - share * v[i][j][1]) / own[2][2];
        }
#pragma hicuda kernel_end
}

// Downwards, and with more threads than a plane has points.
static void upper(void)
{
#pragma hicuda kernel cheapest tblock(1) thread(64)
#pragma hicuda wavefront
    for (int i = N - 2; i >= 0; i--)
#pragma hicuda loop_partition over_thread
        for (int j = M - 2; j >= 0; j--) {
            int right = cost[i][j + 1], below = cost[i + 1][j];
            cost[i][j] += right < below ? right : below;
        }
#pragma hicuda kernel_end
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            cost[i][j] = (i * 7 + j * 5) % 9;
            for (int r = 0; r < 3; r++) {
                v[i][j][r] = 1 + (i + 2 * j + 3 * r) % 5;
                for (int c = 0; c < 3; c++)
                    d[i][j][r][c] = (r == c ? 4 : 0.5) + (i * j + r + c) % 3 * 0.125;
            }
        }
#pragma hicuda global alloc v[*][*][*] copyin
#pragma hicuda global alloc d[*][*][*][*] copyin
#pragma hicuda global alloc cost[*][*] copyin
    lower(N, M);
    upper();
#pragma hicuda global copyout v[*][*][*]
#pragma hicuda global copyout cost[*][*]
#pragma hicuda global free v d cost
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += v[i][j][0] + 2 * v[i][j][1] + 3 * v[i][j][2];
    printf("%.10f %d\n", sum, cost[0][0]);
    return 0;
}
