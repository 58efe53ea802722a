//@ run: cpu sim
//@ emit: cuda
// Each row's smallest value and its place, by a block, by lanes of a warp, by groups of threads and by columns of
// them; the first of equal values or the last.
#include <stdio.h>
#define N 23
#define M 100

double a[N][M];
int at[4][N];
double least[4][N];

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

// The smallest, and its smallest place, over the first `lanes` threads of a warp, in the first of them.
__device__ static void warp_min_at(double *value, int *at, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        double other = __shfl_down_sync(present, *value, offset);
        int other_at = __shfl_down_sync(present, *at, offset);
        if (lane + offset < lanes) {
            if (other < *value || (other == *value && other_at < *at)) {
                *value = other;
                *at = other_at;
            }
        }
    }
}

// The smallest, and its smallest place, over the threads of the block, in all of them. All must call it.
__device__ static void block_min_at(double *value, int *at)
{
    __shared__ double of_warps[32];
    __shared__ int at_of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    warp_min_at(value, at, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0) {
        of_warps[warp] = *value;
        at_of_warps[warp] = *at;
    }
    __syncthreads();
    if (warps == 1) {
        *value = of_warps[0];
        *at = at_of_warps[0];
        return;
    }
    if (warp == 0 && lane < warps) {
        *value = of_warps[lane];
        *at = at_of_warps[lane];
        warp_min_at(value, at, lane, warps);
        if (lane == 0) {
            of_warps[0] = *value;
            at_of_warps[0] = *at;
        }
    }
    __syncthreads();
    *value = of_warps[0];
    *at = at_of_warps[0];
}

// The smallest, and its largest place, over `lanes` neighbouring threads, a power of two within a warp, in all of them.
__device__ static void lanes_min_at_last(double *value, int *at, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        double other = __shfl_xor_sync(group, *value, offset);
        int other_at = __shfl_xor_sync(group, *at, offset);
        if (other < *value || (other == *value && other_at > *at)) {
            *value = other;
            *at = other_at;
        }
    }
}

// The largest, and its smallest place, over `count` neighbouring threads, in all of them. The whole block must call it.
__device__ static void group_max_at(double *value, int *at, int count)
{
    __shared__ double parts[1024];
    __shared__ int at_parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread % count;
    __syncthreads();
    parts[thread] = *value;
    at_parts[thread] = *at;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2) {
            if (parts[thread + half] > parts[thread] || (parts[thread + half] == parts[thread] && at_parts[thread + half] < at_parts[thread])) {
                parts[thread] = parts[thread + half];
                at_parts[thread] = at_parts[thread + half];
            }
        }
    }
    __syncthreads();
    *value = parts[thread - place];
    *at = at_parts[thread - place];
}

// The largest, and its smallest place, over `count` threads that lie `width` apart, in all of them. The whole block must call it.
__device__ static void column_max_at(double *value, int *at, int count, int width)
{
    __shared__ double parts[1024];
    __shared__ int at_parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread / width;
    __syncthreads();
    parts[thread] = *value;
    at_parts[thread] = *at;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2) {
            if (parts[thread + half * width] > parts[thread] || (parts[thread + half * width] == parts[thread] && at_parts[thread + half * width] < at_parts[thread])) {
                parts[thread] = parts[thread + half * width];
                at_parts[thread] = at_parts[thread + half * width];
            }
        }
    }
    __syncthreads();
    *value = parts[thread % width];
    *at = at_parts[thread % width];
}

// where-it-is-in-a-block.c:21: kernel rows
__global__ void rows(const double (*__restrict__ a)[100], double (*__restrict__ least)[23], int (*__restrict__ at)[23])
{
    int i_begin = blockIdx.x * 5;
    int i_end = min(i_begin + 5, N);
    for (int i = i_begin; i < i_end; i++) {
        double d = 3;
        int k = -1;
        double d_part = d;
        int k_part = k;
        int j = threadIdx.x;
        for (; j < M; j += 70) {
            if (a[i][j] < d_part) {
                d_part = a[i][j];
                k_part = j;
            }
        }
        block_min_at(&d_part, &k_part);
        d = d_part;
        k = k_part;
        least[0][i] = d;
        at[0][i] = k;
    }
}

// where-it-is-in-a-block.c:36: kernel lanes
__global__ void lanes(const double (*__restrict__ a)[100], double (*__restrict__ least)[23], int (*__restrict__ at)[23])
{
    int i_begin = blockIdx.x * 12;
    int i_end = min(i_begin + 12, N);
    for (int i_base = i_begin; i_base < i_end; i_base += 4) {
        int i = i_base + threadIdx.y;
        double d = -4;
        int k = 1000;
        double d_part = d;
        int k_part = -1;
        if (i < i_end) {
            int j = threadIdx.x;
            for (; j < M; j += 16) {
                if (d_part >= a[i][j]) {
                    k_part = j;
                    d_part = a[i][j];
                }
            }
        }
        lanes_min_at_last(&d_part, &k_part, 16);
        d = d_part;
        k = k_part == -1 ? k : k_part;
        if (i < i_end) {
            least[1][i] = d;
            at[1][i] = k;
        }
    }
}

// where-it-is-in-a-block.c:51: kernel groups
__global__ void groups(const double (*__restrict__ a)[100], double (*__restrict__ least)[23], int (*__restrict__ at)[23])
{
    int i_begin = blockIdx.x * 12;
    int i_end = min(i_begin + 12, N);
    for (int i_base = i_begin; i_base < i_end; i_base += 4) {
        int i = i_base + threadIdx.y;
        double d = -100;
        int k = -2;
        double d_part = d;
        int k_part = 100;
        if (i < i_end)
            for (int j = M - 1 - threadIdx.x; j > -1; j -= 10) {
                if (a[i][j] >= d_part) {
                    d_part = a[i][j];
                    k_part = j;
                }
            }
        group_max_at(&d_part, &k_part, 10);
        d = d_part;
        k = k_part == 100 ? k : k_part;
        if (i < i_end) {
            least[2][i] = d;
            at[2][i] = k;
        }
    }
}

// where-it-is-in-a-block.c:66: kernel columns
__global__ void columns(const double (*__restrict__ a)[100], double (*__restrict__ least)[23], int (*__restrict__ at)[23])
{
    int i_begin = blockIdx.x * 12;
    int i_end = min(i_begin + 12, N);
    for (int i_base = i_begin; i_base < i_end; i_base += 4) {
        int i = i_base + threadIdx.x;
        double d = -100;
        int k = -2;
        double d_part = d;
        int k_part = k;
        if (i < i_end) {
            int j = threadIdx.y * 3 + 2;
            for (; j < M; j += 30) {
                if (a[i][j] > d_part) {
                    d_part = a[i][j];
                    k_part = j - 1;
                }
            }
        }
        column_max_at(&d_part, &k_part, 10, 4);
        d = d_part;
        k = k_part;
        if (i < i_end) {
            least[3][i] = d;
            at[3][i] = k;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 37 + j * 61) % 19 - 4;
    double (*d_a)[100];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "where-it-is-in-a-block.c:18: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "where-it-is-in-a-block.c:18: global alloc a[*][*] copyin");
    int (*d_at)[23];
    hicuda_check(cudaMalloc((void **)&d_at, sizeof at), "where-it-is-in-a-block.c:19: global alloc at[*][*]");
    double (*d_least)[23];
    hicuda_check(cudaMalloc((void **)&d_least, sizeof least), "where-it-is-in-a-block.c:20: global alloc least[*][*]");
    rows<<<5, 70>>>(d_a, d_least, d_at);
    hicuda_launched(cudaGetLastError(), "where-it-is-in-a-block.c:21: kernel rows tblock(5) thread(70)");
    lanes<<<2, dim3(16, 4)>>>(d_a, d_least, d_at);
    hicuda_launched(cudaGetLastError(), "where-it-is-in-a-block.c:36: kernel lanes tblock(2) thread(4, 16)");
    groups<<<2, dim3(10, 4)>>>(d_a, d_least, d_at);
    hicuda_launched(cudaGetLastError(), "where-it-is-in-a-block.c:51: kernel groups tblock(2) thread(4, 10)");
    columns<<<2, dim3(4, 10)>>>(d_a, d_least, d_at);
    hicuda_launched(cudaGetLastError(), "where-it-is-in-a-block.c:66: kernel columns tblock(2) thread(10, 4)");
    hicuda_check(cudaMemcpy(at, d_at, sizeof at, cudaMemcpyDeviceToHost), "where-it-is-in-a-block.c:81: global copyout at[*][*]");
    hicuda_check(cudaMemcpy(least, d_least, sizeof least, cudaMemcpyDeviceToHost), "where-it-is-in-a-block.c:82: global copyout least[*][*]");
    hicuda_check(cudaFree(d_a), "where-it-is-in-a-block.c:83: global free a at least");
    hicuda_check(cudaFree(d_at), "where-it-is-in-a-block.c:83: global free a at least");
    hicuda_check(cudaFree(d_least), "where-it-is-in-a-block.c:83: global free a at least");
    for (int v = 0; v < 4; v++)
        for (int i = 0; i < N; i++)
            printf("%g %d%c", least[v][i], at[v][i], i + 1 < N ? ' ' : '\n');
    return 0;
}
