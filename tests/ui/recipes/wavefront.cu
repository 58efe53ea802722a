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

__device__ static int larger(int a, int b)
{
    return a > b ? a : b;
}

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// wavefront.c:25: kernel scores
__global__ void scores(int (*__restrict__ score)[30], const int (*__restrict__ likeness)[30], int n, int m, int plane, int gap)
{
    int j = (1 > plane - n ? 1 : plane - n) + blockIdx.x * 32 + threadIdx.x;
    if (j <= (m < plane - 1 ? m : plane - 1)) {
        int i = plane - j;
        int across = score[i - 1][j - 1] + likeness[i][j];
        score[i][j] = larger(across, larger(score[i - 1][j], score[i][j - 1]) - gap);
    }
}

// Each score needs those above, beside and across.
static void align(int n, int m, int gap)
{
    int (*d_score)[30];
    hicuda_check(cudaMalloc((void **)&d_score, sizeof score), "wavefront.c:23: global alloc score[*][*] copyin");
    hicuda_check(cudaMemcpy(d_score, score, sizeof score, cudaMemcpyHostToDevice), "wavefront.c:23: global alloc score[*][*] copyin");
    int (*d_likeness)[30];
    hicuda_check(cudaMalloc((void **)&d_likeness, sizeof likeness), "wavefront.c:24: global alloc likeness[*][*] copyin");
    hicuda_check(cudaMemcpy(d_likeness, likeness, sizeof likeness, cudaMemcpyHostToDevice), "wavefront.c:24: global alloc likeness[*][*] copyin");
    for (int plane = 2; plane <= n + m; plane++) {
        scores<<<((m < plane - 1 ? m : plane - 1) - (1 > plane - n ? 1 : plane - n) + 32) / 32 > 0 ? ((m < plane - 1 ? m : plane - 1) - (1 > plane - n ? 1 : plane - n) + 32) / 32 : 1, 32>>>(d_score, d_likeness, n, m, plane, gap);
        hicuda_launched(cudaGetLastError(), "wavefront.c:25: kernel scores thread(32)");
    }
    hicuda_check(cudaMemcpy(score, d_score, sizeof score, cudaMemcpyDeviceToHost), "wavefront.c:34: global copyout score[*][*]");
    hicuda_check(cudaFree(d_score), "wavefront.c:35: global free score likeness");
    hicuda_check(cudaFree(d_likeness), "wavefront.c:35: global free score likeness");
}

// wavefront.c:43: kernel sweep
__global__ void sweep(double (*__restrict__ grid)[29], int steps, int plane)
{
    for (int t = (0 > (plane - 97) / 4 ? 0 : (plane - 97) / 4) + blockIdx.y * 8 + threadIdx.x; t < ((plane - 3) / 4 < steps - 1 ? (plane - 3) / 4 : steps - 1) + 1; t += gridDim.y * 8)
        for (int i = (1 > (plane - t * 4 - 27) / 2 ? 1 : (plane - t * 4 - 27) / 2) + blockIdx.x * 4 + threadIdx.y; i < (35 < (plane - t * 4 - 1) / 2 ? 35 : (plane - t * 4 - 1) / 2) + 1; i += 512) {
            int j = plane - t * 4 - i * 2;
            if (j >= 1 && j < M - 1)
                grid[i][j] = (grid[i - 1][j - 1] + grid[i - 1][j] + grid[i - 1][j + 1] + grid[i][j - 1] + grid[i][j] + grid[i][j + 1] + grid[i + 1][j - 1] + grid[i + 1][j] + grid[i + 1][j + 1]) / 9.0;
        }
}

// Time and both directions: 4t + 2i + j is the same in a plane. Neighbouring threads run neighbouring steps of time.
static void relax(int steps)
{
    int t, i, j;
    double (*d_grid)[29];
    hicuda_check(cudaMalloc((void **)&d_grid, sizeof grid), "wavefront.c:42: global alloc grid[*][*] copyin");
    hicuda_check(cudaMemcpy(d_grid, grid, sizeof grid, cudaMemcpyHostToDevice), "wavefront.c:42: global alloc grid[*][*] copyin");
    for (int plane = 3; plane <= steps * 4 + 93; plane++) {
        sweep<<<dim3(128, ((((plane - 3) / 4 < steps - 1 ? (plane - 3) / 4 : steps - 1) - (0 > (plane - 97) / 4 ? 0 : (plane - 97) / 4) + 8) / 8 < 65535 ? (((plane - 3) / 4 < steps - 1 ? (plane - 3) / 4 : steps - 1) - (0 > (plane - 97) / 4 ? 0 : (plane - 97) / 4) + 8) / 8 : 65535) > 0 ? (((plane - 3) / 4 < steps - 1 ? (plane - 3) / 4 : steps - 1) - (0 > (plane - 97) / 4 ? 0 : (plane - 97) / 4) + 8) / 8 < 65535 ? (((plane - 3) / 4 < steps - 1 ? (plane - 3) / 4 : steps - 1) - (0 > (plane - 97) / 4 ? 0 : (plane - 97) / 4) + 8) / 8 : 65535 : 1), dim3(8, 4)>>>(d_grid, steps, plane);
        hicuda_launched(cudaGetLastError(), "wavefront.c:43: kernel sweep thread(4, 8)");
    }
    hicuda_check(cudaMemcpy(grid, d_grid, sizeof grid, cudaMemcpyDeviceToHost), "wavefront.c:53: global copyout grid[*][*]");
    hicuda_check(cudaFree(d_grid), "wavefront.c:54: global free grid");
}

// wavefront.c:61: kernel pairs
__global__ void pairs(int (*__restrict__ table)[37], int plane)
{
    int j = plane + blockIdx.x * 256 + threadIdx.x;
    if (j <= 36) {
        int i = j - plane;
        int best = larger(table[i][j], table[i][j - 1]);
        for (int k = i + 1; k < j; k++)
            best = larger(best, table[i][k] + table[k + 1][j]);
        table[i][j] = best;
    }
}

// A triangle from its diagonal outwards, with a loop in each iteration; rows count down.
static void fold(void)
{
    int (*d_table)[37];
    hicuda_check(cudaMalloc((void **)&d_table, sizeof table), "wavefront.c:60: global alloc table[*][*] copyin");
    hicuda_check(cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice), "wavefront.c:60: global alloc table[*][*] copyin");
    for (int plane = 1; plane <= 36; plane++) {
        if ((36 - plane + 256) / 256 > 0) {
            pairs<<<(36 - plane + 256) / 256, 256>>>(d_table, plane);
            hicuda_launched(cudaGetLastError(), "wavefront.c:61: kernel pairs");
        }
    }
    hicuda_check(cudaMemcpy(table, d_table, sizeof table, cudaMemcpyDeviceToHost), "wavefront.c:72: global copyout table[*][*]");
    hicuda_check(cudaFree(d_table), "wavefront.c:73: global free table");
}

// wavefront.c:80: kernel corners
__global__ void corners(int (*__restrict__ cube)[13][14], int a, int b, int c, int plane)
{
    for (int i = (1 > (plane - c + 1) / 2 ? 1 : (plane - c + 1) / 2) + blockIdx.y * 4 + threadIdx.y; i < ((c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3) < a - 1 ? c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3 : a - 1) + 1; i += gridDim.y * 4) {
        int j_chunk = ((b - 2 < i * 2 + c - plane - 1 ? b - 2 : i * 2 + c - plane - 1) - (0 > i * 3 - plane ? 0 : i * 3 - plane) + 128) / 128;
        int j_begin = (0 > i * 3 - plane ? 0 : i * 3 - plane) + blockIdx.x * j_chunk;
        int j_end = min(j_begin + j_chunk, (b - 2 < i * 2 + c - plane - 1 ? b - 2 : i * 2 + c - plane - 1) + 1);
        for (int j = j_begin + threadIdx.x; j < j_end; j += 256) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + 64 * u < j_end) {
                    int k = plane + (j + 64 * u) - i * 2;
                    if (k >= i && k < c)
                        cube[i][j + 64 * u][k] += cube[i - 1][j + 64 * u][k] + 2 * cube[i][j + 64 * u + 1][k] + 3 * cube[i][j + 64 * u][k - 1];
                }
            }
        }
    }
}

// Coefficients that are given, three loops, one of them downwards; sizes as the caller says.
static void cubes(int a, int b, int c)
{
    int (*d_cube)[13][14];
    hicuda_check(cudaMalloc((void **)&d_cube, sizeof cube), "wavefront.c:79: global alloc cube[*][*][*] copyin");
    hicuda_check(cudaMemcpy(d_cube, cube, sizeof cube, cudaMemcpyHostToDevice), "wavefront.c:79: global alloc cube[*][*][*] copyin");
    for (int plane = 5 - b; plane <= (c * 3 - 3 < a * 2 + c - 3 ? c * 3 - 3 : a * 2 + c - 3); plane++) {
        corners<<<dim3(128, ((((c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3) < a - 1 ? c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3 : a - 1) - (1 > (plane - c + 1) / 2 ? 1 : (plane - c + 1) / 2) + 4) / 4 < 65535 ? (((c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3) < a - 1 ? c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3 : a - 1) - (1 > (plane - c + 1) / 2 ? 1 : (plane - c + 1) / 2) + 4) / 4 : 65535) > 0 ? (((c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3) < a - 1 ? c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3 : a - 1) - (1 > (plane - c + 1) / 2 ? 1 : (plane - c + 1) / 2) + 4) / 4 < 65535 ? (((c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3) < a - 1 ? c - 1 < (plane + b - 2) / 3 ? c - 1 : (plane + b - 2) / 3 : a - 1) - (1 > (plane - c + 1) / 2 ? 1 : (plane - c + 1) / 2) + 4) / 4 : 65535 : 1), dim3(64, 4)>>>(d_cube, a, b, c, plane);
        hicuda_launched(cudaGetLastError(), "wavefront.c:80: kernel corners");
    }
    hicuda_check(cudaMemcpy(cube, d_cube, sizeof cube, cudaMemcpyDeviceToHost), "wavefront.c:89: global copyout cube[*][*][*]");
    hicuda_check(cudaFree(d_cube), "wavefront.c:90: global free cube");
}

// wavefront.c:98: kernel paths
__global__ void paths(float *__restrict__ x, long n, long m, long plane)
{
    long j = (1 > plane - n + 1 ? 1 : plane - n + 1) + (long)blockIdx.x * 256 + threadIdx.x;
    if (j <= (m - 1 < plane - 1 ? m - 1 : plane - 1)) {
        long i = plane - j;
        for (int r = 0; r < 3; r++)
            x[i * m + j] += x[(i - 1) * m + j] * 0.25f + x[i * m + j - 1] * 0.5f;
    }
}

// Rows of a pointer, and only two of three loops in planes.
static void rows(float *__restrict__ x, long n, long m)
{
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof(float) * (n * m)), "wavefront.c:97: global alloc x[0:n*m-1] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof(float) * (n * m), cudaMemcpyHostToDevice), "wavefront.c:97: global alloc x[0:n*m-1] copyin");
    for (long plane = 2; plane <= n + m - 2; plane++) {
        hicuda_require((((m - 1 < plane - 1 ? m - 1 : plane - 1) - (1 > plane - n + 1 ? 1 : plane - n + 1) + 256) / 256 > 0 ? ((m - 1 < plane - 1 ? m - 1 : plane - 1) - (1 > plane - n + 1 ? 1 : plane - n + 1) + 256) / 256 : 1) <= 2147483647, "wavefront.c:98: kernel paths: a grid has at most 2147483647 blocks; write fewer into tblock");
        paths<<<((m - 1 < plane - 1 ? m - 1 : plane - 1) - (1 > plane - n + 1 ? 1 : plane - n + 1) + 256) / 256 > 0 ? ((m - 1 < plane - 1 ? m - 1 : plane - 1) - (1 > plane - n + 1 ? 1 : plane - n + 1) + 256) / 256 : 1, 256>>>(d_x, n, m, plane);
        hicuda_launched(cudaGetLastError(), "wavefront.c:98: kernel paths");
    }
    hicuda_check(cudaMemcpy(x, d_x, sizeof(float) * (n * m), cudaMemcpyDeviceToHost), "wavefront.c:106: global copyout x[0:n*m-1]");
    hicuda_check(cudaFree(d_x), "wavefront.c:107: global free x");
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
