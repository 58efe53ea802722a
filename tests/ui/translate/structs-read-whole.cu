//@ emit: cuda
//@ run: cpu
// A struct of 8 or 16 bytes that a loop wants as a whole is read by one
// instruction; a field, a place and a struct of another size are not.
#include <stdio.h>

#define N 64

struct pair {
    float first, second;
};
struct four {
    int a, b, c, d;
};
struct three {
    float x, y, z;
};

struct pair pairs[N][2], swapped[N][2];
struct four fours[N];
struct three threes[N];
float sums[N];

static float added(struct pair p, struct four f, struct three t)
{
    return p.first + p.second + f.a + f.b + f.c + f.d + t.x + t.y + t.z;
}

static float of_pointer(const struct pair *p)
{
    return p->first - p->second;
}

#include <cuda_runtime.h>
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

cudaError_t launch_add(dim3 grid, dim3 block, const struct four *fours, float *sums, struct pair (*swapped)[2], const struct pair (*pairs)[2], const struct three *threes);

int main(void)
{
    for (int i = 0; i < N; i++) {
        pairs[i][0] = (struct pair) { i, 2 };
        pairs[i][1] = (struct pair) { 3, i };
        fours[i] = (struct four) { i, 1, 2, 3 };
        threes[i] = (struct three) { 1, i, 2 };
    }
    struct pair (*d_pairs)[2];
    hicuda_check(cudaMalloc((void **)&d_pairs, sizeof pairs), "structs-read-whole.c:42: global alloc pairs[*][*] copyin");
    hicuda_check(cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice), "structs-read-whole.c:42: global alloc pairs[*][*] copyin");
    struct pair (*d_swapped)[2];
    hicuda_check(cudaMalloc((void **)&d_swapped, sizeof swapped), "structs-read-whole.c:43: global alloc swapped[*][*]");
    struct four *d_fours;
    hicuda_check(cudaMalloc((void **)&d_fours, sizeof fours), "structs-read-whole.c:44: global alloc fours[*] copyin");
    hicuda_check(cudaMemcpy(d_fours, fours, sizeof fours, cudaMemcpyHostToDevice), "structs-read-whole.c:44: global alloc fours[*] copyin");
    struct three *d_threes;
    hicuda_check(cudaMalloc((void **)&d_threes, sizeof threes), "structs-read-whole.c:45: global alloc threes[*] copyin");
    hicuda_check(cudaMemcpy(d_threes, threes, sizeof threes, cudaMemcpyHostToDevice), "structs-read-whole.c:45: global alloc threes[*] copyin");
    float *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "structs-read-whole.c:46: global alloc sums[*]");
    hicuda_launched(launch_add((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_fours, d_sums, d_swapped, d_pairs, d_threes), "structs-read-whole.c:47: kernel add tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "structs-read-whole.c:60: global copyout sums[*]");
    hicuda_check(cudaMemcpy(swapped, d_swapped, sizeof swapped, cudaMemcpyDeviceToHost), "structs-read-whole.c:61: global copyout swapped[*][*]");
    hicuda_check(cudaFree(d_pairs), "structs-read-whole.c:62: global free pairs swapped fours threes sums");
    hicuda_check(cudaFree(d_swapped), "structs-read-whole.c:62: global free pairs swapped fours threes sums");
    hicuda_check(cudaFree(d_fours), "structs-read-whole.c:62: global free pairs swapped fours threes sums");
    hicuda_check(cudaFree(d_threes), "structs-read-whole.c:62: global free pairs swapped fours threes sums");
    hicuda_check(cudaFree(d_sums), "structs-read-whole.c:62: global free pairs swapped fours threes sums");
    for (int i = 0; i < N; i += 9)
        printf("%g %g %g\n", sums[i], swapped[i][0].second, swapped[i][1].first);
    return 0;
}
struct pair {
    float first;
    float second;
};
struct four {
    int a;
    int b;
    int c;
    int d;
};
struct three {
    float x;
    float y;
    float z;
};

// A struct at an address that is a multiple of its size, read at once.
template <typename T> static __device__ T hicuda_whole(const T *at)
{
    T value;
    memcpy(&value, __builtin_assume_aligned(at, sizeof value), sizeof value);
    return value;
}

__device__ static float added(struct pair p, struct four f, struct three t)
{
    return p.first + p.second + f.a + f.b + f.c + f.d + t.x + t.y + t.z;
}

__device__ static float of_pointer(const struct pair *p)
{
    return p->first - p->second;
}

// structs-read-whole.c:47: kernel add
__global__ void add(const struct four *__restrict__ fours, float *__restrict__ sums, struct pair (*__restrict__ swapped)[2], const struct pair (*__restrict__ pairs)[2], const struct three *__restrict__ threes)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    struct four once = fours[i];
    sums[i] = once.d;
    for (int k = 0; k < 2; k++) {
        struct four f = hicuda_whole(&fours[(i + k) % 64]);
        f.a += fours[64 - 1 - i].b;
        swapped[i][k] = hicuda_whole(&pairs[i][1 - k]);
        sums[i] += added(hicuda_whole(&pairs[i][k]), f, threes[i]) + of_pointer(&pairs[i][k]);
    }
}

extern "C" cudaError_t launch_add(dim3 grid, dim3 block, const struct four *fours, float *sums, struct pair (*swapped)[2], const struct pair (*pairs)[2], const struct three *threes)
{
    add<<<grid, block>>>(fours, sums, swapped, pairs, threes);
    return cudaGetLastError();
}
