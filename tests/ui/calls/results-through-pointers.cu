//@ emit: cuda cpu
//@ run: cpu
// Results that come back through pointers to scalars, structs and members.
#include <stdio.h>

#define N 40

struct pair { int low, high; };

int a[N], quotient[N], rest[N];
struct pair range[N];

__device__ static void divide(int value, int by, int *q, int *r)
{
    *q = value / by;
    *r = value - *q * by;
}

__device__ static void widen(struct pair *p, int value)
{
    if (value < p->low)
        p->low = value;
    if (value > p->high)
        p->high = value;
}

__device__ static struct pair starting_at(int value)
{
    struct pair p = {value, value};
    return p;
}

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

// results-through-pointers.c:41: kernel work
__global__ void work(int *__restrict__ a, int *__restrict__ quotient, int *__restrict__ rest, struct pair *__restrict__ range)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    int q, r;
    divide(a[i], 7, &q, &r);
    quotient[i] = q;
    rest[i] = r;
    struct pair p = starting_at(a[i]);
    widen(&p, a[(i + 1) % N]);
    range[i] = p;
    widen(&range[i], 50);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 100;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "results-through-pointers.c:37: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "results-through-pointers.c:37: global alloc a[*] copyin");
    int *d_quotient;
    hicuda_check(cudaMalloc((void **)&d_quotient, sizeof quotient), "results-through-pointers.c:38: global alloc quotient[*]");
    int *d_rest;
    hicuda_check(cudaMalloc((void **)&d_rest, sizeof rest), "results-through-pointers.c:39: global alloc rest[*]");
    struct pair *d_range;
    hicuda_check(cudaMalloc((void **)&d_range, sizeof range), "results-through-pointers.c:40: global alloc range[*]");
    work<<<5, 8>>>(d_a, d_quotient, d_rest, d_range);
    hicuda_launched(cudaGetLastError(), "results-through-pointers.c:41: kernel work tblock(5) thread(8)");
    hicuda_check(cudaMemcpy(quotient, d_quotient, sizeof quotient, cudaMemcpyDeviceToHost), "results-through-pointers.c:54: global copyout quotient[*]");
    hicuda_check(cudaMemcpy(rest, d_rest, sizeof rest, cudaMemcpyDeviceToHost), "results-through-pointers.c:55: global copyout rest[*]");
    hicuda_check(cudaMemcpy(range, d_range, sizeof range, cudaMemcpyDeviceToHost), "results-through-pointers.c:56: global copyout range[*]");
    hicuda_check(cudaFree(d_a), "results-through-pointers.c:57: global free a quotient rest range");
    hicuda_check(cudaFree(d_quotient), "results-through-pointers.c:57: global free a quotient rest range");
    hicuda_check(cudaFree(d_rest), "results-through-pointers.c:57: global free a quotient rest range");
    hicuda_check(cudaFree(d_range), "results-through-pointers.c:57: global free a quotient rest range");
    int total = 0;
    for (int i = 0; i < N; i++)
        total += quotient[i] * 3 + rest[i] * 5 + range[i].low * 7 + range[i].high;
    printf("%d\n", total);
    return 0;
}
