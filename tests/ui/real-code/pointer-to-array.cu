//@ emit: cuda cpu
//@ run: cpu
// `(*t)[i][j]`, pointers to rows, and a base pointer with negative subscripts.
#include <stdio.h>
#include <stdlib.h>

#define H 10
#define W 12

typedef double plane[H][W];

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

// pointer-to-array.c:24: kernel planes
__global__ void planes(double (*__restrict__ s)[10][12], const double (*__restrict__ t)[10][12], double (*__restrict__ rows)[12])
{
    int i = blockIdx.x * 4 + threadIdx.x + 1;
    for (int j = 1; j < W - 1; j++) {
        const double *centre = &(*t)[i][j];
        (*s)[i][j] = centre[-1] + centre[1] + (*t)[i - 1][j] + (*t)[i + 1][j] - 4 * centre[0];
        rows[i][j] = (*s)[i][j] * 2;
    }
}

int main(void)
{
    plane *t = (plane *)malloc(sizeof *t), *s = (plane *)malloc(sizeof *s);
    double (*rows)[W] = (double (*)[12])malloc(H * sizeof *rows);
    double line[W];
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            (*t)[i][j] = i * i * 100 + j * j * j;
    double (*d_t)[10][12];
    hicuda_check(cudaMalloc((void **)&d_t, sizeof(double) * 10 * 12), "pointer-to-array.c:21: global alloc t[*][*][*] copyin");
    hicuda_check(cudaMemcpy(d_t, t, sizeof(double) * 10 * 12, cudaMemcpyHostToDevice), "pointer-to-array.c:21: global alloc t[*][*][*] copyin");
    double (*d_s)[10][12];
    hicuda_check(cudaMalloc((void **)&d_s, sizeof(double) * 10 * 12), "pointer-to-array.c:22: global alloc s[*][*][*] clear");
    hicuda_check(cudaMemset(d_s, 0, sizeof(double) * 10 * 12), "pointer-to-array.c:22: global alloc s[*][*][*] clear");
    double (*d_rows)[12];
    hicuda_check(cudaMalloc((void **)&d_rows, sizeof(double) * 10 * 12), "pointer-to-array.c:23: global alloc rows[*][*] clear");
    hicuda_check(cudaMemset(d_rows, 0, sizeof(double) * 10 * 12), "pointer-to-array.c:23: global alloc rows[*][*] clear");
    planes<<<2, 4>>>(d_s, d_t, d_rows);
    hicuda_launched(cudaGetLastError(), "pointer-to-array.c:24: kernel planes tblock(2) thread(4)");
    hicuda_check(cudaMemcpy(s, d_s, sizeof(double) * 10 * 12, cudaMemcpyDeviceToHost), "pointer-to-array.c:33: global copyout s[*][*][*]");
    hicuda_check(cudaMemcpy(rows, d_rows, sizeof(double) * 10 * 12, cudaMemcpyDeviceToHost), "pointer-to-array.c:34: global copyout rows[*][*]");
    hicuda_check(cudaFree(d_t), "pointer-to-array.c:35: global free t s rows");
    hicuda_check(cudaFree(d_s), "pointer-to-array.c:35: global free t s rows");
    hicuda_check(cudaFree(d_rows), "pointer-to-array.c:35: global free t s rows");
    double total = 0;
    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < W - 1; j++)
            total += (*s)[i][j] * (i + j) + rows[i][j];
    line[0] = total;
    printf("%g\n", line[0]);
    return 0;
}
