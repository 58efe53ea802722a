//@ emit: cuda cpu
//@ run: cpu
// Three levels of calls; early returns, loops that end early and a parameter
// that is reassigned.
#include <stdio.h>

#define N 50
#define DEPTH 16

int keys[DEPTH], wanted[N], found[N];

static int compare(const int *table, int at, int key)
{
    if (table[at] < key)
        return -1;
    if (table[at] > key)
        return 1;
    return 0;
}

static int search(const int *table, int low, int high, int key)
{
    while (low <= high) {
        int middle = (low + high) / 2;
        switch (compare(table, middle, key)) {
        case 0:
            return middle;
        case -1:
            low = middle + 1;
            break;
        default:
            high = middle - 1;
        }
    }
    return -1;
}

static int position(const int *table, int key)
{
    int at = search(table, 0, DEPTH - 1, key);
    return at < 0 ? DEPTH : at;
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

cudaError_t launch_look_up(dim3 grid, dim3 block, const int *keys, int *found, const int *wanted);

int main(void)
{
    for (int i = 0; i < DEPTH; i++)
        keys[i] = 3 * i + i / 4;
    for (int i = 0; i < N; i++)
        wanted[i] = i;
    int *d_keys;
    hicuda_check(cudaMalloc((void **)&d_keys, sizeof keys), "calls-of-calls.c:50: global alloc keys[*] copyin");
    hicuda_check(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice), "calls-of-calls.c:50: global alloc keys[*] copyin");
    int *d_wanted;
    hicuda_check(cudaMalloc((void **)&d_wanted, sizeof wanted), "calls-of-calls.c:51: global alloc wanted[*] copyin");
    hicuda_check(cudaMemcpy(d_wanted, wanted, sizeof wanted, cudaMemcpyHostToDevice), "calls-of-calls.c:51: global alloc wanted[*] copyin");
    int *d_found;
    hicuda_check(cudaMalloc((void **)&d_found, sizeof found), "calls-of-calls.c:52: global alloc found[*]");
    hicuda_launched(launch_look_up((dim3){7, 1, 1}, (dim3){8, 1, 1}, d_keys, d_found, d_wanted), "calls-of-calls.c:53: kernel look_up tblock(7) thread(8)");
    hicuda_check(cudaMemcpy(found, d_found, sizeof found, cudaMemcpyDeviceToHost), "calls-of-calls.c:58: global copyout found[*]");
    hicuda_check(cudaFree(d_keys), "calls-of-calls.c:59: global free keys wanted found");
    hicuda_check(cudaFree(d_wanted), "calls-of-calls.c:59: global free keys wanted found");
    hicuda_check(cudaFree(d_found), "calls-of-calls.c:59: global free keys wanted found");
    for (int i = 0; i < N; i++)
        printf("%d ", found[i]);
    printf("\n");
    return 0;
}
__device__ static int compare(const int *table, int at, int key)
{
    if (table[at] < key)
        return -1;
    if (table[at] > key)
        return 1;
    return 0;
}

__device__ static int search(const int *table, int low, int high, int key)
{
    while (low <= high) {
        int middle = (low + high) / 2;
        switch (compare(table, middle, key)) {
        case 0:
            return middle;
        case -1:
            low = middle + 1;
            break;
        default:
            high = middle - 1;
        }
    }
    return -1;
}

__device__ static int position(const int *table, int key)
{
    int at = search(table, 0, 16 - 1, key);
    return at < 0 ? 16 : at;
}

// calls-of-calls.c:53: kernel look_up
__global__ void look_up(const int *__restrict__ keys, int *__restrict__ found, const int *__restrict__ wanted)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    if (i < 50)
        found[i] = position(keys, wanted[i]);
}

extern "C" cudaError_t launch_look_up(dim3 grid, dim3 block, const int *keys, int *found, const int *wanted)
{
    look_up<<<grid, block>>>(keys, found, wanted);
    return cudaGetLastError();
}
