//@ emit: cuda cpu
//@ run: cpu
// Sections in shared memory that reach over what the device holds: what lies there is neither loaded nor brought back.
#include <stdio.h>

struct point { int x, y; };

int a[64], b[64], c[64];
struct point p[64];

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

// tiles-over-the-ends.c:15: kernel load
__global__ void load(int *__restrict__ b, const int *__restrict__ a)
{
    __shared__ int a_tile[22];
    int i_base = blockIdx.x * 16 + 8;
    int i = i_base + threadIdx.x;
    for (int first = 0; first < 22; first += 20) {
        int element = first + threadIdx.x;
        if (element < 22) {
            int from = i_base - 1 + element;
            a_tile[element] = from >= 8 && from < 56 ? a[from - 8] : 0;
        }
    }
    __syncthreads();
    if (threadIdx.x < 16)
        b[i - 8] = (i > 8 ? a_tile[threadIdx.x] : 0) + a_tile[threadIdx.x + 1] + (i < 55 ? a_tile[threadIdx.x + 2] : 0);
}

static void load_over_the_ends(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * 48), "tiles-over-the-ends.c:13: global alloc a[8:55] copyin");
    hicuda_check(cudaMemcpy(d_a, &a[8], sizeof(int) * 48, cudaMemcpyHostToDevice), "tiles-over-the-ends.c:13: global alloc a[8:55] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(int) * 48), "tiles-over-the-ends.c:14: global alloc b[8:55]");
    load<<<3, 20>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "tiles-over-the-ends.c:15: kernel load tblock(3) thread(20)");
    hicuda_check(cudaMemcpy(&b[8], d_b, sizeof(int) * 48, cudaMemcpyDeviceToHost), "tiles-over-the-ends.c:25: global copyout b[8:55]");
    hicuda_check(cudaFree(d_a), "tiles-over-the-ends.c:26: global free a b");
    hicuda_check(cudaFree(d_b), "tiles-over-the-ends.c:26: global free a b");
}

// tiles-over-the-ends.c:32: kernel bring
__global__ void bring(int *__restrict__ c)
{
    __shared__ int c_tile[20];
    for (int i_base = blockIdx.x * 48 + 8; i_base < 56; i_base += 20) {
        int i = i_base + threadIdx.x;
        int from = i_base + 1 + threadIdx.x;
        c_tile[threadIdx.x] = from < 56 ? c[from - 8] : 0;
        __syncthreads();
        if (i < 56) {
            if (i < 55)
                c_tile[threadIdx.x] += 2 * i;
        }
        __syncthreads();
        if (i < 56) {
            if (i + 1 < 56)
                c[i - 7] = c_tile[i - (i_base + 1) + 1];
        }
        __syncthreads();
    }
}

static void bring_back_over_the_end(void)
{
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof(int) * 48), "tiles-over-the-ends.c:31: global alloc c[8:55] copyin");
    hicuda_check(cudaMemcpy(d_c, &c[8], sizeof(int) * 48, cudaMemcpyHostToDevice), "tiles-over-the-ends.c:31: global alloc c[8:55] copyin");
    bring<<<1, 20>>>(d_c);
    hicuda_launched(cudaGetLastError(), "tiles-over-the-ends.c:32: kernel bring tblock(1) thread(20)");
    hicuda_check(cudaMemcpy(&c[8], d_c, sizeof(int) * 48, cudaMemcpyDeviceToHost), "tiles-over-the-ends.c:44: global copyout c[8:55]");
    hicuda_check(cudaFree(d_c), "tiles-over-the-ends.c:45: global free c");
}

// tiles-over-the-ends.c:52: kernel members
__global__ void members(struct point *__restrict__ p)
{
    __shared__ __align__(8) struct point p_tile[32];
    int i_base = blockIdx.x * 30;
    int i = i_base + threadIdx.x;
    if (threadIdx.x < 30) {
        p_tile[threadIdx.x].x = i;
        p_tile[threadIdx.x].y = -i;
    }
    __syncthreads();
    if (threadIdx.x < 30)
        p[i] = p_tile[i - i_base];
}

// Nothing is loaded: each element that comes back is written, member by member.
static void bring_back_all(void)
{
    struct point *d_p;
    hicuda_check(cudaMalloc((void **)&d_p, sizeof(struct point) * 60), "tiles-over-the-ends.c:51: global alloc p[0:59]");
    members<<<2, 32>>>(d_p);
    hicuda_launched(cudaGetLastError(), "tiles-over-the-ends.c:52: kernel members tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(p, d_p, sizeof(struct point) * 60, cudaMemcpyDeviceToHost), "tiles-over-the-ends.c:64: global copyout p[0:59]");
    hicuda_check(cudaFree(d_p), "tiles-over-the-ends.c:65: global free p");
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = c[i] = i * i;
    load_over_the_ends();
    bring_back_over_the_end();
    bring_back_all();
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 7 + b[i] + c[i] * 3 + p[i].x - 5 * p[i].y;
    printf("%d\n", sum);
    return 0;
}
