//@ emit: cuda cpu
//@ run: cpu
// Host code that is C but not C++ gets the casts it needs, and nothing else.
#include <stdio.h>
#include <stdlib.h>

struct list { struct list *next; int value; };

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

// casts-for-cxx.c:16: kernel number
__global__ void number(int *__restrict__ a, int n)
{
    for (int i = threadIdx.x; i < n; i += 16)
        a[i] = i;
}

int main(void)
{
    int n = 16;
    int   *a = (int *)malloc(n * sizeof *a);    /* the layout stays */
    struct list *head = (struct list *)calloc(1, sizeof(struct list));
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n), "casts-for-cxx.c:15: global alloc a[*]");
    number<<<1, 16>>>(d_a, n);
    hicuda_launched(cudaGetLastError(), "casts-for-cxx.c:16: kernel number tblock(1) thread(16)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n, cudaMemcpyDeviceToHost), "casts-for-cxx.c:21: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "casts-for-cxx.c:22: global free a");
    head->value = a[15];
    printf("%d\n", head->value);
    free(head);
    free(a);
    return 0;
}
