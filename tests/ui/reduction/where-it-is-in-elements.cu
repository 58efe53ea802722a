//@ run: cpu sim
//@ emit: cuda
// One value and its place for each row, in arrays.
#include <stdio.h>

float a[30][70], least[30];
int at[30];

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

// The smallest, and its smallest place, over `lanes` neighbouring threads, a power of two within a warp, in all of them.
__device__ static void lanes_min_at(float *value, int *at, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(group, *value, offset);
        int other_at = __shfl_xor_sync(group, *at, offset);
        if (other < *value || (other == *value && other_at < *at)) {
            *value = other;
            *at = other_at;
        }
    }
}

// where-it-is-in-elements.c:20: kernel rows
__global__ void rows(const float (*__restrict__ a)[70], float *__restrict__ least, int *__restrict__ at)
{
    int i_begin = blockIdx.x * 8;
    int i_end = min(i_begin + 8, 30);
    for (int i_base = i_begin; i_base < i_end; i_base += 2) {
        int i = i_base + threadIdx.y;
        float least_sum = 0;
        int at_sum = 0;
        if (i < i_end) {
            least_sum = least[i];
            at_sum = at[i];
        }
        float least_sum_part = least_sum;
        int at_sum_part = at_sum;
        if (i < i_end) {
            int j = threadIdx.x;
            for (; j < 70; j += 32) {
                if (a[i][j] < least_sum_part) {
                    least_sum_part = a[i][j];
                    at_sum_part = j;
                }
            }
        }
        lanes_min_at(&least_sum_part, &at_sum_part, 32);
        least_sum = least_sum_part;
        at_sum = at_sum_part;
        __syncthreads();
        if (i < i_end) {
            least[i] = least_sum;
            at[i] = at_sum;
        }
    }
}

int main(void)
{
    for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 70; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - i % 3;
        least[i] = i % 4 - 2;
        at[i] = -i;
    }
    float (*d_a)[70];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "where-it-is-in-elements.c:17: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "where-it-is-in-elements.c:17: global alloc a[*][*] copyin");
    float *d_least;
    hicuda_check(cudaMalloc((void **)&d_least, sizeof least), "where-it-is-in-elements.c:18: global alloc least[*] copyin");
    hicuda_check(cudaMemcpy(d_least, least, sizeof least, cudaMemcpyHostToDevice), "where-it-is-in-elements.c:18: global alloc least[*] copyin");
    int *d_at;
    hicuda_check(cudaMalloc((void **)&d_at, sizeof at), "where-it-is-in-elements.c:19: global alloc at[*] copyin");
    hicuda_check(cudaMemcpy(d_at, at, sizeof at, cudaMemcpyHostToDevice), "where-it-is-in-elements.c:19: global alloc at[*] copyin");
    rows<<<4, dim3(32, 2)>>>(d_a, d_least, d_at);
    hicuda_launched(cudaGetLastError(), "where-it-is-in-elements.c:20: kernel rows tblock(4) thread(2, 32)");
    hicuda_check(cudaMemcpy(least, d_least, sizeof least, cudaMemcpyDeviceToHost), "where-it-is-in-elements.c:31: global copyout least[*]");
    hicuda_check(cudaMemcpy(at, d_at, sizeof at, cudaMemcpyDeviceToHost), "where-it-is-in-elements.c:32: global copyout at[*]");
    hicuda_check(cudaFree(d_a), "where-it-is-in-elements.c:33: global free a least at");
    hicuda_check(cudaFree(d_least), "where-it-is-in-elements.c:33: global free a least at");
    hicuda_check(cudaFree(d_at), "where-it-is-in-elements.c:33: global free a least at");
    for (int i = 0; i < 30; i++)
        printf("%g %d%c", least[i], at[i], i < 29 ? ' ' : '\n');
    return 0;
}
