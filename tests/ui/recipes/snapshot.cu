//@ run: cpu sim
//@ emit: cuda
// Iterations that read what later ones overwrite, at once: a copy of the array as it was serves them. Shifts in both
// directions of counting, rows and columns, a subscript through another array, a time loop, and reads of what the
// iteration has just written, which stay with the array.
#include <stdio.h>
#include <stdlib.h>

#define N 100

static float grid[N][N];

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

// snapshot.c:18: kernel forwards
__global__ void forwards(float *__restrict__ a, const float *__restrict__ a_before, const float *__restrict__ b, int n)
{
    int i_chunk = (n + 2) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        a[i] = (a_before[i] + a_before[i + 1]) / 2 + b[i];
}

// snapshot.c:24: kernel backwards
__global__ void backwards(float *__restrict__ a, const float *__restrict__ a_before, const float *__restrict__ b, int n)
{
    int i_chunk = (n + 1) / 4;
    int i_begin = n - 1 - blockIdx.x * i_chunk;
    int i_end = max(i_begin - i_chunk, 1);
    for (int i = i_begin - threadIdx.x; i > i_end; i -= 32) {
        a[i] = a_before[i - 2] - b[i];
        if (a[i] < 0)
            a[i] = -a[i];
    }
}

static void shift(int n, float *a, const float *b)
{
    hicuda_require(0 <= n, "snapshot.c:15: the section of `a` ends before it starts");
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * n), "snapshot.c:15: global alloc a[0:n-1] copyin");
    float *d_a_before;
    hicuda_check(cudaMalloc((void **)&d_a_before, sizeof(float) * n), "snapshot.c:15: global alloc a[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * n, cudaMemcpyHostToDevice), "snapshot.c:15: global alloc a[0:n-1] copyin");
    hicuda_require(0 <= n, "snapshot.c:16: the section of `b` ends before it starts");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * n), "snapshot.c:16: global alloc b[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(float) * n, cudaMemcpyHostToDevice), "snapshot.c:16: global alloc b[0:n-1] copyin");
    for (int step = 0; step < 3; step++) {
        hicuda_check(cudaMemcpy(d_a_before, d_a, sizeof(float) * n, cudaMemcpyDeviceToDevice), "snapshot.c:18: kernel forwards tblock(4) thread(32)");
        forwards<<<4, 32>>>(d_a, d_a_before, d_b, n);
        hicuda_launched(cudaGetLastError(), "snapshot.c:18: kernel forwards tblock(4) thread(32)");
        hicuda_check(cudaMemcpy(d_a_before, d_a, sizeof(float) * n, cudaMemcpyDeviceToDevice), "snapshot.c:24: kernel backwards tblock(4) thread(32)");
        backwards<<<4, 32>>>(d_a, d_a_before, d_b, n);
        hicuda_launched(cudaGetLastError(), "snapshot.c:24: kernel backwards tblock(4) thread(32)");
    }
    hicuda_require(0 <= n, "snapshot.c:34: the section of `a` ends before it starts");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(float) * n, cudaMemcpyDeviceToHost), "snapshot.c:34: global copyout a[0:n-1]");
    hicuda_check(cudaFree(d_a_before), "snapshot.c:35: global free a b");
    hicuda_check(cudaFree(d_a), "snapshot.c:35: global free a b");
    hicuda_check(cudaFree(d_b), "snapshot.c:35: global free a b");
}

// snapshot.c:41: kernel moved
__global__ void moved(float (*__restrict__ grid)[100], const float (*__restrict__ grid_before)[100], int by)
{
    int i_begin = blockIdx.y * 20 + 2;
    int i_end = min(i_begin + 20, N - 1);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 4) {
        int j_begin = blockIdx.x * 20;
        int j_end = min(j_begin + 20, N - 1);
        for (int j = j_begin + threadIdx.x; j < j_end; j += 8)
            grid[i - 2][j] = grid_before[i - 1][j] + by * grid_before[i - 2][j + 1];
    }
}

static void move_up(int by)
{
    float (*d_grid)[100];
    hicuda_check(cudaMalloc((void **)&d_grid, sizeof(float) * 98 * 100), "snapshot.c:40: global alloc grid[2:N-1][*] copyin");
    float (*d_grid_before)[100];
    hicuda_check(cudaMalloc((void **)&d_grid_before, sizeof(float) * 98 * 100), "snapshot.c:40: global alloc grid[2:N-1][*] copyin");
    hicuda_check(cudaMemcpy(d_grid, &grid[2][0], sizeof(float) * 98 * 100, cudaMemcpyHostToDevice), "snapshot.c:40: global alloc grid[2:N-1][*] copyin");
    hicuda_check(cudaMemcpy(d_grid_before, d_grid, sizeof(float) * 98 * 100, cudaMemcpyDeviceToDevice), "snapshot.c:41: kernel moved tblock(5, 5) thread(4, 8)");
    moved<<<dim3(5, 5), dim3(8, 4)>>>(d_grid, d_grid_before, by);
    hicuda_launched(cudaGetLastError(), "snapshot.c:41: kernel moved tblock(5, 5) thread(4, 8)");
    hicuda_check(cudaMemcpy(&grid[2][0], d_grid, sizeof(float) * 98 * 100, cudaMemcpyDeviceToHost), "snapshot.c:49: global copyout grid[2:N-1][*]");
    hicuda_check(cudaFree(d_grid_before), "snapshot.c:50: global free grid");
    hicuda_check(cudaFree(d_grid), "snapshot.c:50: global free grid");
}

int main(void)
{
    int n = 1000;
    float *a = (float *)malloc(n * sizeof *a), *b = (float *)malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i % 37;
        b[i] = i % 5;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = (i * 7 + j) % 13;
    shift(n, a, b);
    move_up(2);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * (i % 11);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += grid[i][j] * (i + j % 3);
    printf("%.2f\n", sum);
    free(a);
    free(b);
    return 0;
}
