// ==== functions-of-another-file.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/spring.c
//@ flags: -Iinclude
// Functions of another file, with the types, tables and variables they need.
#include <stdio.h>
#include "spring.h"

#define N 32

float x[N], force[N], moved[N];
int frozen = 7;

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

cudaError_t launch_forces(dim3 grid, dim3 block, const float *x, float *force, spring s);
cudaError_t launch_motion(dim3 grid, dim3 block, const float *force, float *moved, const float *x, int frozen);

int main(void)
{
    spring s = {0.5f, 2};
    for (int i = 0; i < N; i++)
        x[i] = i * 0.75f + i % 3;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "functions-of-another-file.c:19: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "functions-of-another-file.c:19: global alloc x[*] copyin");
    float *d_force;
    hicuda_check(cudaMalloc((void **)&d_force, sizeof force), "functions-of-another-file.c:20: global alloc force[*] clear");
    hicuda_check(cudaMemset(d_force, 0, sizeof force), "functions-of-another-file.c:20: global alloc force[*] clear");
    float *d_moved;
    hicuda_check(cudaMalloc((void **)&d_moved, sizeof moved), "functions-of-another-file.c:21: global alloc moved[*]");
    hicuda_launched(launch_forces((dim3){2, 1, 1}, (dim3){16, 1, 1}, d_x, d_force, s), "functions-of-another-file.c:22: kernel forces tblock(2) thread(16)");
    hicuda_launched(launch_motion((dim3){2, 1, 1}, (dim3){16, 1, 1}, d_force, d_moved, d_x, frozen), "functions-of-another-file.c:27: kernel motion tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(force, d_force, sizeof force, cudaMemcpyDeviceToHost), "functions-of-another-file.c:32: global copyout force[*]");
    hicuda_check(cudaMemcpy(moved, d_moved, sizeof moved, cudaMemcpyDeviceToHost), "functions-of-another-file.c:33: global copyout moved[*]");
    hicuda_check(cudaFree(d_x), "functions-of-another-file.c:34: global free x force moved");
    hicuda_check(cudaFree(d_force), "functions-of-another-file.c:34: global free x force moved");
    hicuda_check(cudaFree(d_moved), "functions-of-another-file.c:34: global free x force moved");
    float total = damped(5);
    for (int i = 0; i < N; i++)
        total += moved[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}

// ==== functions-of-another-file.kernels.cu ====
enum side {
    LEFT,
    RIGHT = 3,
};
struct spring {
    float rest;
    float stiffness;
};
typedef struct spring spring;
struct window {
    int first;
    int last;
};

static __constant__ const float damping_device[4] = {1.0f, 0.5f, 0.25f, 0.125f};

static const int first = 4;

static __device__ float pull(const spring *s, const float *x, int i, enum side side)
{
    int other = side == LEFT ? i - 1 : i + 1;
    float length = x[other] > x[i] ? x[other] - x[i] : x[i] - x[other];
    return (length - s->rest) * s->stiffness * (side == RIGHT ? 1 : -1);
}

__device__ static int is_in(struct window w, int i)
{
    return w.first <= i && i <= w.last;
}

__device__ static float damped_motion(int i, int frozen, const float *force)
{
    struct window w = {first, 20};
    return i == frozen ? 0 : force[i] * (is_in(w, i) ? damping_device[i % 4] : 1);
}

// functions-of-another-file.c:22: kernel forces
__global__ void forces(const float *__restrict__ x, float *__restrict__ force, spring s)
{
    int i = blockIdx.x * 15 + threadIdx.x + 1;
    if (threadIdx.x < 15)
        force[i] = pull(&s, x, i, LEFT) + pull(&s, x, i, RIGHT);
}

extern "C" cudaError_t launch_forces(dim3 grid, dim3 block, const float *x, float *force, spring s)
{
    forces<<<grid, block>>>(x, force, s);
    return cudaGetLastError();
}

// functions-of-another-file.c:27: kernel motion
__global__ void motion(const float *__restrict__ force, float *__restrict__ moved, const float *__restrict__ x, int frozen)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    moved[i] = x[i] + damped_motion(i, frozen, force);
}

extern "C" cudaError_t launch_motion(dim3 grid, dim3 block, const float *force, float *moved, const float *x, int frozen)
{
    motion<<<grid, block>>>(force, moved, x, frozen);
    return cudaGetLastError();
}

// ==== spring.c ====
#include "spring.h"

struct window { int first, last; };
static const int first = 4;
static const float damping[4] = {1.0f, 0.5f, 0.25f, 0.125f};

static int is_in(struct window w, int i)
{
    return w.first <= i && i <= w.last;
}

float pull(const spring *s, const float *x, int i, enum side side)
{
    int other = side == LEFT ? i - 1 : i + 1;
    float length = x[other] > x[i] ? x[other] - x[i] : x[i] - x[other];
    return (length - s->rest) * s->stiffness * (side == RIGHT ? 1 : -1);
}

float damped(int i)
{
    struct window w = {first, 20};
    return i == frozen ? 0 : force[i] * (is_in(w, i) ? damping[i % 4] : 1);
}

