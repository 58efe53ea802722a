//@ emit: cuda
//@ run: cpu sim
// Loops name the entries of `tblock` and `thread` that they take; one without a name takes the first that is free.
#include <stdio.h>

#define N 37
#define M 50
#define K 5

static int a[M][N], b[N][M], c[K][N][M];

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

// named-entries.c:21: kernel turned
__global__ void turned(int (*__restrict__ a)[37], const int (*__restrict__ b)[50])
{
    int i = blockIdx.x * 13 + threadIdx.x;
    int j = blockIdx.y * 8 + threadIdx.y;
    if (threadIdx.x < 13 && i < N && j < M)
        a[j][i] = b[i][j];
}

// named-entries.c:29: kernel cube
__global__ void cube(int (*__restrict__ c)[37][50], const int (*__restrict__ b)[50])
{
    int i_begin = N - 1 - blockIdx.y * 13;
    int i_end = max(i_begin - 13, -1);
    for (int i = i_begin - threadIdx.y; i > i_end; i -= 4) {
        int k_begin = blockIdx.z * 3;
        int k_end = min(k_begin + 3, K);
        for (int k = k_begin + threadIdx.z; k < k_end; k += 2) {
            int j_begin = blockIdx.x * 13;
            int j_end = min(j_begin + 13, M);
            for (int j = j_begin + threadIdx.x; j < j_end; j += 8)
                c[k][i][j] = k * 1000 + b[i][j];
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = i * 31 + j * 7;
    int (*d_a)[37];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "named-entries.c:17: global alloc a[*][*]");
    int (*d_b)[50];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "named-entries.c:18: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "named-entries.c:18: global alloc b[*][*] copyin");
    int (*d_c)[37][50];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "named-entries.c:19: global alloc c[*][*][*]");
    // Rows of `b` are columns of `a`: the writes are neighbours.
    turned<<<dim3(3, 7), dim3(16, 8)>>>(d_a, d_b);
    hicuda_launched(cudaGetLastError(), "named-entries.c:21: kernel turned tblock(7, 3) thread(8, 16)");
    // The second of three, then the first that is free, then the last.
    cube<<<dim3(4, 3, 2), dim3(8, 4, 2)>>>(d_c, d_b);
    hicuda_launched(cudaGetLastError(), "named-entries.c:29: kernel cube tblock(2, 3, 4) thread(2, 4, 8)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "named-entries.c:38: global copyout a[*][*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "named-entries.c:39: global copyout c[*][*][*]");
    hicuda_check(cudaFree(d_a), "named-entries.c:40: global free a b c");
    hicuda_check(cudaFree(d_b), "named-entries.c:40: global free a b c");
    hicuda_check(cudaFree(d_c), "named-entries.c:40: global free a b c");
    long sum = 0;
    for (int k = 0; k < K; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                sum += (long)c[k][i][j] * (k + 2 * i + 3 * j) + a[j][i] * (i - j);
    printf("%d %d %ld\n", a[49][36], c[4][36][49], sum);
    return 0;
}
