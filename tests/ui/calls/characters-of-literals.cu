//@ run: cpu
//@ emit: cuda opencl
// Literals are in the device's memory too: a kernel may index one, and a pointer to constant characters may lead to several.
#include <stdio.h>
char text[16];
int lengths[16];
__device__ static int length(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    return n;
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

// characters-of-literals.c:18: kernel digits
__global__ void digits(char *__restrict__ text, int *__restrict__ lengths)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    const char *names = i & 1 ? "fedcba9876543210" : "ABCDEFGHIJKLMNOP";
    text[i] = i < 8 ? "0123456789abcdef"[i] : names[i];
    lengths[i] = length(i < 4 ? "short" : "long text");
}

int main(void)
{
    char *d_text;
    hicuda_check(cudaMalloc((void **)&d_text, sizeof text), "characters-of-literals.c:16: global alloc text[*]");
    int *d_lengths;
    hicuda_check(cudaMalloc((void **)&d_lengths, sizeof lengths), "characters-of-literals.c:17: global alloc lengths[*]");
    digits<<<2, 8>>>(d_text, d_lengths);
    hicuda_launched(cudaGetLastError(), "characters-of-literals.c:18: kernel digits tblock(2) thread(8)");
    hicuda_check(cudaMemcpy(text, d_text, sizeof text, cudaMemcpyDeviceToHost), "characters-of-literals.c:26: global copyout text[*]");
    hicuda_check(cudaMemcpy(lengths, d_lengths, sizeof lengths, cudaMemcpyDeviceToHost), "characters-of-literals.c:27: global copyout lengths[*]");
    hicuda_check(cudaFree(d_text), "characters-of-literals.c:28: global free text lengths");
    hicuda_check(cudaFree(d_lengths), "characters-of-literals.c:28: global free text lengths");
    printf("%.16s %d %d\n", text, lengths[3], lengths[4]);
    return 0;
}
