//@ emit: cuda cpu
//@ run: cpu
//@ args: 6
// `to` names any section as long as what is copied, of an array or of a pointer with a shape.
#include <stdio.h>
#include <stdlib.h>

int a[4][8], wide[8][16];

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

// copyout-to-section.c:23: kernel number
__global__ void number(int (*__restrict__ a)[8])
{
    int i = blockIdx.x;
    int j = threadIdx.x;
    a[i][j] = 10 * i + j;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    int *rows = (int *)calloc((size_t)n * 8, sizeof *rows);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            wide[2 + i][4 + j] = 10 * i + j;
    for (int j = 0; j < 8; j++)
        rows[2 * 8 + j] = j, rows[3 * 8 + j] = 10 + j;
    for (int j = 2; j < 8; j++)
        rows[(n - 2) * 8 + j] = 10 + j - 1, rows[(n - 1) * 8 + j] = 20 + j - 1;
    int (*d_a)[8];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "copyout-to-section.c:22: global alloc a[*][*]");
    number<<<4, 8>>>(d_a);
    hicuda_launched(cudaGetLastError(), "copyout-to-section.c:23: kernel number tblock(4) thread(8)");
    hicuda_check(cudaMemcpy2D(&wide[2][4], sizeof(int) * 16, d_a, sizeof(int) * 8, sizeof(int) * 8, 4, cudaMemcpyDeviceToHost), "copyout-to-section.c:30: global copyout a[*][*] to wide[2:5][4:11]");
    hicuda_require(n - 2 >= 0, "copyout-to-section.c:31: the section of `rows` starts before the array");
    hicuda_check(cudaMemcpy2D(&rows[(size_t)(n - 2) * 8 + 2], sizeof(int) * 8, &d_a[1][1], sizeof(int) * 8, sizeof(int) * 6, 2, cudaMemcpyDeviceToHost), "copyout-to-section.c:31: global copyout a[1:2][1:6] to rows[n-2:n-1][2:7]");
    hicuda_require(n - 5 <= 3, "copyout-to-section.c:32: the section of `a` ends beyond the section on the device");
    hicuda_require(0 <= n - 4, "copyout-to-section.c:32: the section of `a` ends before it starts");
    hicuda_require(2 <= n - 2, "copyout-to-section.c:32: the section of `rows` ends before it starts");
    hicuda_check(cudaMemcpy(&rows[(size_t)2 * 8], d_a, sizeof(int) * (n - 4) * 8, cudaMemcpyDeviceToHost), "copyout-to-section.c:32: global copyout a[0:n-5][*] to rows[2:n-3][*]");
    hicuda_check(cudaFree(d_a), "copyout-to-section.c:33: global free a");
    int sum = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 16; j++)
            sum += wide[i][j] * (i + 2 * j); //~ W1064 the host reads what `copyout` put into `wide`
    printf("%d %d %d:", sum, wide[2][4], wide[5][11]);
    for (int i = 0; i < n * 8; i++)
        printf(" %d", rows[i]); //~ W1064 the host reads what `copyout` put into `rows`
    printf("\n");
    free(rows);
    return 0;
}
