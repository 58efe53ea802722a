// 16 bits cannot be compared and swapped on their own: the word around them is.
//@ emit: hip
//@ run: cpu
#include <stdio.h>
#define N 3000
unsigned short counts[7];
short lowest[3] = { 100, 100, 100 };
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

// Combines a value with one in memory, whoever else does so: the sum of both.
__device__ static void atomic_sum(unsigned short *target, unsigned short other)
{
    unsigned long behind = (unsigned long)target & 2;
    unsigned long shift = behind * 8;
    unsigned int seen = 0;
    unsigned int expected;
    do {
        expected = seen;
        unsigned short value = (unsigned short)(expected >> shift);
        value += other;
        seen = atomicCAS((unsigned int *)((char *)target - behind), expected, (expected & ~(0xffffu << shift)) | (unsigned int)value << shift);
    } while (seen != expected);
}

// Combines a value with one in memory, whoever else does so: the smallest of both.
__device__ static void atomic_min(short *target, short other)
{
    unsigned long behind = (unsigned long)target & 2;
    unsigned long shift = behind * 8;
    unsigned int seen = 0;
    unsigned int expected;
    do {
        expected = seen;
        short value = (short)(expected >> shift);
        value = min(value, other);
        seen = atomicCAS((unsigned int *)((char *)target - behind), expected, (expected & ~(0xffffu << shift)) | (unsigned int)(unsigned short)value << shift);
    } while (seen != expected);
}

// atomic-halves.c:12: kernel halves
__global__ void halves(unsigned short *__restrict__ counts, short *__restrict__ lowest)
{
    int i_begin = blockIdx.x * 375;
    for (int i = i_begin + threadIdx.x; i < i_begin + 375; i += 64) {
        short value = i * 37 % 211 - 90;
        atomic_sum(&counts[i % 7], (unsigned short)(i % 3));
        atomic_min(&lowest[i % 3], value);
    }
}

int main(void)
{
    unsigned short *d_counts;
    hicuda_check(hipMalloc((void **)&d_counts, sizeof counts), "atomic-halves.c:10: global alloc counts[*] copyin");
    hicuda_check(hipMemcpy(d_counts, counts, sizeof counts, hipMemcpyHostToDevice), "atomic-halves.c:10: global alloc counts[*] copyin");
    short *d_lowest;
    hicuda_check(hipMalloc((void **)&d_lowest, sizeof lowest), "atomic-halves.c:11: global alloc lowest[*] copyin");
    hicuda_check(hipMemcpy(d_lowest, lowest, sizeof lowest, hipMemcpyHostToDevice), "atomic-halves.c:11: global alloc lowest[*] copyin");
    halves<<<8, 64>>>(d_counts, d_lowest);
    hicuda_launched(hipGetLastError(), "atomic-halves.c:12: kernel halves tblock(8) thread(64)");
    hicuda_check(hipMemcpy(counts, d_counts, sizeof counts, hipMemcpyDeviceToHost), "atomic-halves.c:23: global copyout counts[*]");
    hicuda_check(hipMemcpy(lowest, d_lowest, sizeof lowest, hipMemcpyDeviceToHost), "atomic-halves.c:24: global copyout lowest[*]");
    hicuda_check(hipFree(d_counts), "atomic-halves.c:25: global free counts lowest");
    hicuda_check(hipFree(d_lowest), "atomic-halves.c:25: global free counts lowest");
    for (int i = 0; i < 7; i++)
        printf("%d ", counts[i]);
    printf("%d %d %d\n", lowest[0], lowest[1], lowest[2]);
    return 0;
}
