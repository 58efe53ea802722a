//@ emit: cuda
//@ run: cpu
// A search in a table of fixed size takes a known number of steps, and is unrolled. One
// that starts from the length of something else stays as it is.
#include <stdio.h>

#define N 300
#define BINS 20

int edges[BINS + 1], bin[N], place[N], digits[N], found[N], unknown[N];

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

// while-of-few-steps.c:23: kernel search
__global__ void search(const int *__restrict__ edges, int *__restrict__ bin, int *__restrict__ place, int *__restrict__ digits, int *__restrict__ found, int *__restrict__ unknown, int length)
{
    int i = blockIdx.x * 100 + threadIdx.x;
    int value = i * 4;
    int low = 0, high = BINS;
    // The loop runs 4 to 5 times.
    #pragma unroll
    for (int step = 0; step < 5; step++) {
        if (step < 4 || high - low > 1) {
            int middle = (low + high) / 2;
            if (value < edges[middle])
                high = middle;
            else
                low = middle;
        }
    }
    bin[i] = low;
    int first = 0, count = BINS + 1;
    // The loop runs 4 to 5 times.
    #pragma unroll
    for (int step = 0; step < 5; step++) {
        if (step < 4 || count > 0) {
            int half = count / 2;
            if (edges[first + half] < value) {
                first += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
    }
    place[i] = first;
    unsigned int bit = 1, ones = 0;
    // The loop runs 8 times.
    #pragma unroll
    for (int step = 0; step < 8; step++) {
        ones += (i & bit) != 0;
        bit *= 2;
    }
    digits[i] = ones;
    int at = 9, seen = 0;
    // The loop runs at most 10 times.
    #pragma unroll
    for (int step = 0; step < 10; step++) {
        at--;
        if (at % 2)
            continue;
        if (i % 10 == at)
            break;
        seen++;
    }
    found[i] = seen * 100 + at;
    int from = 0, to = length;
    while (to - from > 1) {
        int middle = (from + to) / 2;
        if (value < edges[middle])
            to = middle;
        else
            from = middle;
    }
    unknown[i] = from;
}

int main(void)
{
    int length = 17;
    for (int k = 0; k <= BINS; k++)
        edges[k] = k * k * 3;
    int *d_edges;
    hicuda_check(cudaMalloc((void **)&d_edges, sizeof edges), "while-of-few-steps.c:17: global alloc edges[*] copyin");
    hicuda_check(cudaMemcpy(d_edges, edges, sizeof edges, cudaMemcpyHostToDevice), "while-of-few-steps.c:17: global alloc edges[*] copyin");
    int *d_bin;
    hicuda_check(cudaMalloc((void **)&d_bin, sizeof bin), "while-of-few-steps.c:18: global alloc bin[*]");
    int *d_place;
    hicuda_check(cudaMalloc((void **)&d_place, sizeof place), "while-of-few-steps.c:19: global alloc place[*]");
    int *d_digits;
    hicuda_check(cudaMalloc((void **)&d_digits, sizeof digits), "while-of-few-steps.c:20: global alloc digits[*]");
    int *d_found;
    hicuda_check(cudaMalloc((void **)&d_found, sizeof found), "while-of-few-steps.c:21: global alloc found[*]");
    int *d_unknown;
    hicuda_check(cudaMalloc((void **)&d_unknown, sizeof unknown), "while-of-few-steps.c:22: global alloc unknown[*]");
    search<<<3, 100>>>(d_edges, d_bin, d_place, d_digits, d_found, d_unknown, length);
    hicuda_launched(cudaGetLastError(), "while-of-few-steps.c:23: kernel search tblock(3) thread(100)");
    hicuda_check(cudaMemcpy(bin, d_bin, sizeof bin, cudaMemcpyDeviceToHost), "while-of-few-steps.c:79: global copyout bin[*]");
    hicuda_check(cudaMemcpy(place, d_place, sizeof place, cudaMemcpyDeviceToHost), "while-of-few-steps.c:80: global copyout place[*]");
    hicuda_check(cudaMemcpy(digits, d_digits, sizeof digits, cudaMemcpyDeviceToHost), "while-of-few-steps.c:81: global copyout digits[*]");
    hicuda_check(cudaMemcpy(found, d_found, sizeof found, cudaMemcpyDeviceToHost), "while-of-few-steps.c:82: global copyout found[*]");
    hicuda_check(cudaMemcpy(unknown, d_unknown, sizeof unknown, cudaMemcpyDeviceToHost), "while-of-few-steps.c:83: global copyout unknown[*]");
    hicuda_check(cudaFree(d_edges), "while-of-few-steps.c:84: global free edges bin place digits found unknown");
    hicuda_check(cudaFree(d_bin), "while-of-few-steps.c:84: global free edges bin place digits found unknown");
    hicuda_check(cudaFree(d_place), "while-of-few-steps.c:84: global free edges bin place digits found unknown");
    hicuda_check(cudaFree(d_digits), "while-of-few-steps.c:84: global free edges bin place digits found unknown");
    hicuda_check(cudaFree(d_found), "while-of-few-steps.c:84: global free edges bin place digits found unknown");
    hicuda_check(cudaFree(d_unknown), "while-of-few-steps.c:84: global free edges bin place digits found unknown");
    for (int i = 0; i < N; i += 23)
        printf("%d %d %d %d %d\n", bin[i], place[i], digits[i], found[i], unknown[i]);
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31 + bin[i] + place[i] * 3 + digits[i] * 5 + found[i] * 7 + unknown[i] * 11;
    printf("%u\n", check);
    return 0;
}
