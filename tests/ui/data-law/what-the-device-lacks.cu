//@ emit: cuda
//@ run: cpu
// Elements that a kernel may not write get the host's values when the copy is made; so do copies
// that `clear` would set to zero where the host may have others.
#include <stdio.h>
#include <stdlib.h>

struct pair { int low, high; };

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

// what-the-device-lacks.c:15: kernel choose
__global__ void choose(const int *__restrict__ b, int *__restrict__ a, const int *__restrict__ x, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32) {
        if (b[i] > 3)
            a[x[i]] = b[i] * 2;
    }
}

static void chosen(int n, const int *b, int *a, const int *x)
{
    hicuda_require(0 <= n, "what-the-device-lacks.c:12: the section of `a` ends before it starts");
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n), "what-the-device-lacks.c:12: global alloc a[0:n-1] //~ R2049 `a` may be used where no kernel wrote it");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(int) * n, cudaMemcpyHostToDevice), "what-the-device-lacks.c:12: global alloc a[0:n-1] //~ R2049 `a` may be used where no kernel wrote it");
    hicuda_require(0 <= n, "what-the-device-lacks.c:13: the section of `b` ends before it starts");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(int) * n), "what-the-device-lacks.c:13: global alloc b[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(int) * n, cudaMemcpyHostToDevice), "what-the-device-lacks.c:13: global alloc b[0:n-1] copyin");
    hicuda_require(0 <= n, "what-the-device-lacks.c:14: the section of `x` ends before it starts");
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof(int) * n), "what-the-device-lacks.c:14: global alloc x[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof(int) * n, cudaMemcpyHostToDevice), "what-the-device-lacks.c:14: global alloc x[0:n-1] copyin");
    choose<<<2, 32>>>(d_b, d_a, d_x, n);
    hicuda_launched(cudaGetLastError(), "what-the-device-lacks.c:15: kernel choose tblock(2) thread(32)");
    hicuda_require(0 <= n, "what-the-device-lacks.c:21: the section of `a` ends before it starts");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n, cudaMemcpyDeviceToHost), "what-the-device-lacks.c:21: global copyout a[0:n-1]");
    hicuda_check(cudaFree(d_a), "what-the-device-lacks.c:22: global free a b x");
    hicuda_check(cudaFree(d_b), "what-the-device-lacks.c:22: global free a b x");
    hicuda_check(cudaFree(d_x), "what-the-device-lacks.c:22: global free a b x");
}

// what-the-device-lacks.c:29: kernel add
__global__ void add(int *__restrict__ sums, const int *__restrict__ b, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        sums[i] += b[i];
}

static void added(int n, int *sums, const int *b)
{
    hicuda_require(0 <= n, "what-the-device-lacks.c:27: the section of `sums` ends before it starts");
    int *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof(int) * n), "what-the-device-lacks.c:27: global alloc sums[0:n-1] clear //~ R2049 `sums` may not be zero");
    hicuda_check(cudaMemcpy(d_sums, sums, sizeof(int) * n, cudaMemcpyHostToDevice), "what-the-device-lacks.c:27: global alloc sums[0:n-1] clear //~ R2049 `sums` may not be zero");
    hicuda_require(0 <= n, "what-the-device-lacks.c:28: the section of `b` ends before it starts");
    int *d_b2;
    hicuda_check(cudaMalloc((void **)&d_b2, sizeof(int) * n), "what-the-device-lacks.c:28: global alloc b[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_b2, b, sizeof(int) * n, cudaMemcpyHostToDevice), "what-the-device-lacks.c:28: global alloc b[0:n-1] copyin");
    add<<<2, 32>>>(d_sums, d_b2, n);
    hicuda_launched(cudaGetLastError(), "what-the-device-lacks.c:29: kernel add tblock(2) thread(32)");
    hicuda_require(0 <= n, "what-the-device-lacks.c:34: the section of `sums` ends before it starts");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof(int) * n, cudaMemcpyDeviceToHost), "what-the-device-lacks.c:34: global copyout sums[0:n-1]");
    hicuda_check(cudaFree(d_sums), "what-the-device-lacks.c:35: global free sums b");
    hicuda_check(cudaFree(d_b2), "what-the-device-lacks.c:35: global free sums b");
}

// what-the-device-lacks.c:55: kernel part
__global__ void part(struct pair *__restrict__ pairs, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        pairs[i].high = 3;
}

int main(int argc, char **argv)
{
    int n = 64, *a = (int *)malloc(n * sizeof *a), *b = (int *)malloc(n * sizeof *b), *x = (int *)malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = i % 9, x[i] = (n - 1 - i) % n;
    chosen(n, b, a, x);
    for (int i = 0; i < n; i++)
        if (b[i] != argc)
            x[i] = argc + i * (b[i] - 2);
    added(n, x, b);
    int s = 0;
    for (int i = 0; i < n; i++)
        s = s * 3 + a[i] + x[i];
    struct pair pairs[64];
    for (int i = 0; i < n; i++)
        pairs[i].low = i, pairs[i].high = 2 * i;
    struct pair *d_pairs;
    hicuda_check(cudaMalloc((void **)&d_pairs, sizeof pairs), "what-the-device-lacks.c:54: global alloc pairs[*] //~ R2049 `pairs` may be used where no kernel wrote it");
    hicuda_check(cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice), "what-the-device-lacks.c:54: global alloc pairs[*] //~ R2049 `pairs` may be used where no kernel wrote it");
    part<<<2, 32>>>(d_pairs, n);
    hicuda_launched(cudaGetLastError(), "what-the-device-lacks.c:55: kernel part tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost), "what-the-device-lacks.c:60: global copyout pairs[*]");
    hicuda_check(cudaFree(d_pairs), "what-the-device-lacks.c:61: global free pairs");
    printf("%d %d %d\n", s, pairs[4].low, pairs[5].high);
    return 0;
}
