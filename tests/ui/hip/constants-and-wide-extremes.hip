// Symbols are named by HIP_SYMBOL; the smallest of signed 64-bit numbers is atomic by
// compare-and-swap.
//@ emit: hip
//@ run: cpu
#include <stdio.h>
#define N 500
int weight[4] = { 3, 1, 4, 1 };
long long smallest[4] = { 1000, 1000, 1000, 1000 };
#include <hip/hip_runtime.h>
#include <stdlib.h>

// A failed HIP call ends the program and names the directive behind it.
static void hicuda_check(hipError_t status, const char *directive)
{
    if (status != hipSuccess) {
        fprintf(stderr, "%s: %s\n", directive, hipGetErrorString(status));
        if ((status == hipErrorIllegalAddress || status == hipErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(hipError_t status, const char *directive)
{
    if (status == hipSuccess && getenv("WARPLOOM_SYNC"))
        status = hipDeviceSynchronize();
    hicuda_check(status, directive);
}

// Combines a value with one in memory, whoever else does so: the smallest of both.
__device__ static void atomic_min(long long *target, long long other)
{
    unsigned long long seen = 0;
    unsigned long long expected;
    do {
        expected = seen;
        long long value = *(long long *)&expected;
        value = min(value, other);
        seen = atomicCAS((unsigned long long *)target, expected, *(unsigned long long *)&value);
    } while (seen != expected);
}

__constant__ int c_weight[4];

// constants-and-wide-extremes.c:13: kernel low
__global__ void low(long long *__restrict__ smallest)
{
    int i_begin = blockIdx.x * 125;
    for (int i = i_begin + threadIdx.x; i < i_begin + 125; i += 64) {
        long long value = (long long)c_weight[i % 4] * (i * 7 % 101) - 50;
        atomic_min(&smallest[i % 4], value);
    }
}

int main(void)
{
    hicuda_check(hipMemcpyToSymbol(HIP_SYMBOL(c_weight), weight, sizeof weight), "constants-and-wide-extremes.c:11: constant copyin weight[*]");
    long long *d_smallest;
    hicuda_check(hipMalloc((void **)&d_smallest, sizeof smallest), "constants-and-wide-extremes.c:12: global alloc smallest[*] copyin");
    hicuda_check(hipMemcpy(d_smallest, smallest, sizeof smallest, hipMemcpyHostToDevice), "constants-and-wide-extremes.c:12: global alloc smallest[*] copyin");
    low<<<4, 64>>>(d_smallest);
    hicuda_launched(hipGetLastError(), "constants-and-wide-extremes.c:13: kernel low tblock(4) thread(64)");
    hicuda_check(hipMemcpy(smallest, d_smallest, sizeof smallest, hipMemcpyDeviceToHost), "constants-and-wide-extremes.c:22: global copyout smallest[*]");
    hicuda_check(hipFree(d_smallest), "constants-and-wide-extremes.c:23: global free smallest");
    printf("%lld %lld %lld %lld\n", smallest[0], smallest[1], smallest[2], smallest[3]);
    return 0;
}
