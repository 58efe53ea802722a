//@ emit: cuda
//@ run: cpu
// Structs, and rows of small numbers, are aligned in shared
// memory so that they are read in one piece, or with their neighbours.
#include <stdio.h>

#define N 64

struct body { float x, y, z, mass; };
struct pair { short low; int high; };
struct three { int a, b, c; };

struct body bodies[N];
struct pair pairs[N];
struct three threes[N];
unsigned short pixels[N][16];
int sums[N];

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

cudaError_t launch_add(dim3 grid, dim3 block, const struct body *bodies, const struct pair *pairs, const struct three *threes, const unsigned short (*pixels)[16], int *sums);

int main(void)
{
    for (int i = 0; i < N; i++) {
        bodies[i] = (struct body){ i, 2 * i, 3 * i, 1 };
        pairs[i] = (struct pair){ i, i + 1 };
        threes[i] = (struct three){ i, i - 1, i - 2 };
        for (int j = 0; j < 16; j++)
            pixels[i][j] = i * j;
    }
    struct body *d_bodies;
    hicuda_check(cudaMalloc((void **)&d_bodies, sizeof bodies), "shared-structs.c:28: global alloc bodies[*] copyin");
    hicuda_check(cudaMemcpy(d_bodies, bodies, sizeof bodies, cudaMemcpyHostToDevice), "shared-structs.c:28: global alloc bodies[*] copyin");
    struct pair *d_pairs;
    hicuda_check(cudaMalloc((void **)&d_pairs, sizeof pairs), "shared-structs.c:29: global alloc pairs[*] copyin");
    hicuda_check(cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice), "shared-structs.c:29: global alloc pairs[*] copyin");
    struct three *d_threes;
    hicuda_check(cudaMalloc((void **)&d_threes, sizeof threes), "shared-structs.c:30: global alloc threes[*] copyin");
    hicuda_check(cudaMemcpy(d_threes, threes, sizeof threes, cudaMemcpyHostToDevice), "shared-structs.c:30: global alloc threes[*] copyin");
    unsigned short (*d_pixels)[16];
    hicuda_check(cudaMalloc((void **)&d_pixels, sizeof pixels), "shared-structs.c:31: global alloc pixels[*][*] copyin");
    hicuda_check(cudaMemcpy(d_pixels, pixels, sizeof pixels, cudaMemcpyHostToDevice), "shared-structs.c:31: global alloc pixels[*][*] copyin");
    int *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "shared-structs.c:32: global alloc sums[*]");
    hicuda_launched(launch_add((dim3){4, 1, 1}, (dim3){16, 1, 1}, d_bodies, d_pairs, d_threes, d_pixels, d_sums), "shared-structs.c:33: kernel add tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "shared-structs.c:47: global copyout sums[*]");
    hicuda_check(cudaFree(d_bodies), "shared-structs.c:48: global free bodies pairs threes pixels sums");
    hicuda_check(cudaFree(d_pairs), "shared-structs.c:48: global free bodies pairs threes pixels sums");
    hicuda_check(cudaFree(d_threes), "shared-structs.c:48: global free bodies pairs threes pixels sums");
    hicuda_check(cudaFree(d_pixels), "shared-structs.c:48: global free bodies pairs threes pixels sums");
    hicuda_check(cudaFree(d_sums), "shared-structs.c:48: global free bodies pairs threes pixels sums");
    for (int i = 0; i < N; i += 7)
        printf("%d ", sums[i]);
    printf("\n");
    return 0;
}
struct body {
    float x;
    float y;
    float z;
    float mass;
};
struct pair {
    short low;
    int high;
};
struct three {
    int a;
    int b;
    int c;
};

// shared-structs.c:33: kernel add
__global__ void add(const struct body *__restrict__ bodies, const struct pair *__restrict__ pairs, const struct three *__restrict__ threes, const unsigned short (*__restrict__ pixels)[16], int *__restrict__ sums)
{
    __shared__ __align__(16) struct body bodies_tile[16];
    __shared__ __align__(8) struct pair pairs_tile[16];
    __shared__ __align__(16) struct three threes_tile[16];
    __shared__ unsigned short pixels_tile[16][17];
    int i_base = blockIdx.x * 16;
    int i = i_base + threadIdx.x;
    bodies_tile[threadIdx.x] = bodies[i_base + threadIdx.x];
    pairs_tile[threadIdx.x] = pairs[i_base + threadIdx.x];
    threes_tile[threadIdx.x] = threes[i_base + threadIdx.x];
    for (int row = 0; row < 16; row++)
        pixels_tile[row][threadIdx.x] = pixels[i_base + row][threadIdx.x];
    __syncthreads();
    int sum = (int)(bodies_tile[threadIdx.x].x + bodies_tile[threadIdx.x].y + bodies_tile[threadIdx.x].mass) + pairs_tile[threadIdx.x].low + pairs_tile[threadIdx.x].high + threes_tile[threadIdx.x].c;
    for (int j = 0; j < 16; j++)
        sum += pixels_tile[threadIdx.x][j];
    sums[i] = sum;
}

extern "C" cudaError_t launch_add(dim3 grid, dim3 block, const struct body *bodies, const struct pair *pairs, const struct three *threes, const unsigned short (*pixels)[16], int *sums)
{
    add<<<grid, block>>>(bodies, pairs, threes, pixels, sums);
    return cudaGetLastError();
}
