//@ run: cpu
//@ emit: cuda
// Nests in which every loop depends on itself, plane after plane: a launch for each plane, and all of its iterations at once.
#include <stdio.h>

#define N 37
#define M 29
#define STEPS 4

static int score[N + 1][M + 1], likeness[N + 1][M + 1];
static double grid[N][M];
static int table[N][N];
static int cube[12][13][14];

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// Each score needs those above, beside and across.
static void align(int n, int m, int gap)
{
#pragma hicuda global alloc score[*][*] copyin
#pragma hicuda global alloc likeness[*][*] copyin
#pragma hicuda kernel scores thread(32)
#pragma hicuda wavefront
    for (int i = 1; i <= n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j <= m; j++) {
            int across = score[i - 1][j - 1] + likeness[i][j];
            score[i][j] = larger(across, larger(score[i - 1][j], score[i][j - 1]) - gap);
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout score[*][*]
#pragma hicuda global free score likeness
}

// Time and both directions: 4t + 2i + j is the same in a plane. Neighbouring threads run neighbouring steps of time.
static void relax(int steps)
{
    int t, i, j;
#pragma hicuda global alloc grid[*][*] copyin
#pragma hicuda kernel sweep thread(4, 8)
#pragma hicuda wavefront
    for (t = 0; t < steps; t++)
#pragma hicuda loop_partition over_tblock over_thread(2)
        for (i = 1; i < N - 1; i++)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread(1)
            for (j = 1; j < M - 1; j++)
                grid[i][j] = (grid[i - 1][j - 1] + grid[i - 1][j] + grid[i - 1][j + 1] + grid[i][j - 1] + grid[i][j] +
                              grid[i][j + 1] + grid[i + 1][j - 1] + grid[i + 1][j] + grid[i + 1][j + 1]) / 9.0;
#pragma hicuda kernel_end
#pragma hicuda global copyout grid[*][*]
#pragma hicuda global free grid
}

// A triangle from its diagonal outwards, with a loop in each iteration; rows count down.
static void fold(void)
{
#pragma hicuda global alloc table[*][*] copyin
#pragma hicuda kernel pairs
#pragma hicuda wavefront
    for (int i = N - 1; i >= 0; i--)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = i + 1; j < N; j++) {
            int best = larger(table[i][j], table[i][j - 1]);
            for (int k = i + 1; k < j; k++)
                best = larger(best, table[i][k] + table[k + 1][j]);
            table[i][j] = best;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout table[*][*]
#pragma hicuda global free table
}

// Coefficients that are given, three loops, one of them downwards; sizes as the caller says.
static void cubes(int a, int b, int c)
{
#pragma hicuda global alloc cube[*][*][*] copyin
#pragma hicuda kernel corners
#pragma hicuda wavefront(2, 1, 1)
    for (int i = 1; i < a; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = b - 2; j >= 0; j--)
#pragma hicuda loop_partition over_tblock over_thread
            for (int k = i; k < c; k++)
                cube[i][j][k] += cube[i - 1][j][k] + 2 * cube[i][j + 1][k] + 3 * cube[i][j][k - 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout cube[*][*][*]
#pragma hicuda global free cube
}

// Rows of a pointer, and only two of three loops in planes.
static void rows(float *restrict x, long n, long m)
{
#pragma hicuda shape x[n * m]
#pragma hicuda global alloc x[0:n*m-1] copyin
#pragma hicuda kernel paths
#pragma hicuda wavefront(1, 1)
    for (long i = 1; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (long j = 1; j < m; j++)
            for (int r = 0; r < 3; r++)
                x[i * m + j] += x[(i - 1) * m + j] * 0.25f + x[i * m + j - 1] * 0.5f;
#pragma hicuda kernel_end
#pragma hicuda global copyout x[0:n*m-1]
#pragma hicuda global free x
}

int main(void)
{
    static float x[11 * 17];
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++) {
            likeness[i][j] = (i * 5 + j * 3) % 9 - 4;
            score[i][j] = i == 0 || j == 0 ? -3 * (i + j) : 0;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            grid[i][j] = (i * 7 + j * 3) % 11;
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            table[i][j] = (i * 31 + j * 17) % 5 == 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 13; j++)
            for (int k = 0; k < 14; k++)
                cube[i][j][k] = (i + j * k) % 3 - 1;
    for (int i = 0; i < 11 * 17; i++)
        x[i] = i % 7;
    align(N, M, 3);
    align(1, M, 3);
    align(0, M, 3);
    relax(STEPS);
    relax(0);
    relax(1);
    fold();
    cubes(12, 13, 14);
    cubes(1, 13, 14);
    rows(x, 11, 17);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += grid[i][j] * (i + 2 * j);
    unsigned corner = 0;
    for (int i = 0; i < 12 * 13 * 14; i++)
        corner = corner * 31 + (&cube[0][0][0])[i];
    float path = 0;
    for (int i = 0; i < 11 * 17; i++)
        path += x[i] * (i % 5);
    printf("%d %d %.17g %d %d %u %.9g\n", score[N][M], score[N / 2][M / 3], sum, table[0][N - 1], table[3][N / 2], corner, path);
    return 0;
}
