//@ run: cpu sim
//@ emit: cuda
// A sum in memory is kept in a register where the loop reads other elements of its array only: `k` is above `i`. In the second
// kernel it is not known which.
#include <stdio.h>

#define N 40

static unsigned a[N][N], b[N][N], c[N][N];

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

// sum-beside-others.c:16: kernel others
__global__ void others(unsigned int (*__restrict__ b)[40], const unsigned int (*__restrict__ a)[40], int n)
{
    int j_chunk = (n + 1) / 2;
    int j_begin = blockIdx.x * j_chunk;
    int j_end = min(j_begin + j_chunk, n);
    for (int j = j_begin + threadIdx.x; j < j_end; j += 32)
        for (int i = 0; i < n; i++) {
            unsigned int b_sum = i + 1 < n ? b[i][j] : 0;
            for (int k = i + 1; k < n; k++)
                b_sum += a[k][i] * b[k][j];
            if (i + 1 < n)
                b[i][j] = b_sum;
            b[i][j] *= 3;
        }
}

// sum-beside-others.c:26: kernel perhaps_the_same
__global__ void perhaps_the_same(const unsigned int (*__restrict__ a)[40], unsigned int (*__restrict__ c)[40], int n, int from)
{
    int j_chunk = (n + 1) / 2;
    int j_begin = blockIdx.x * j_chunk;
    int j_end = min(j_begin + j_chunk, n);
    for (int j = j_begin + threadIdx.x; j < j_end; j += 32)
        for (int i = 0; i < n; i++)
            for (int k = from; k < n; k++)
                c[i][j] += a[k][i] * c[k][j];
}

static void sums(int n, int from)
{
    unsigned int (*d_a)[40];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "sum-beside-others.c:13: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "sum-beside-others.c:13: global alloc a[*][*] copyin");
    unsigned int (*d_b)[40];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "sum-beside-others.c:14: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "sum-beside-others.c:14: global alloc b[*][*] copyin");
    unsigned int (*d_c)[40];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "sum-beside-others.c:15: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "sum-beside-others.c:15: global alloc c[*][*] copyin");
    others<<<2, 32>>>(d_b, d_a, n);
    hicuda_launched(cudaGetLastError(), "sum-beside-others.c:16: kernel others tblock(2) thread(32)");
    perhaps_the_same<<<2, 32>>>(d_a, d_c, n, from);
    hicuda_launched(cudaGetLastError(), "sum-beside-others.c:26: kernel perhaps_the_same tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "sum-beside-others.c:34: global copyout b[*][*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "sum-beside-others.c:35: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "sum-beside-others.c:36: global free a b c");
    hicuda_check(cudaFree(d_b), "sum-beside-others.c:36: global free a b c");
    hicuda_check(cudaFree(d_c), "sum-beside-others.c:36: global free a b c");
}

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j) % 7 - 3;
            b[i][j] = c[i][j] = (i + j * 3) % 5 - 2;
        }
    sums(37, 30);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + b[i][j] * 7 + c[i][j];
    printf("%u\n", sum);
    return 0;
}
