//@ emit: cuda cpu
//@ run: cpu
// Device copies belong to objects: they follow when pointers change places.
#include <stdio.h>
#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

// A device copy belongs to the host object, whichever pointer leads to it.
static struct {
    const void *host;
    void *device;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].device) {
            hicuda_copies[i].host = host;
            hicuda_copies[i].device = device;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static void *hicuda_copy_of(const void *host, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].device && hicuda_copies[i].host == host)
            return hicuda_copies[i].device;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

static void hicuda_forget(const void *host)
{
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].device && hicuda_copies[i].host == host)
            hicuda_copies[i].device = NULL;
}

// pointer-swap.c:15: kernel next
__global__ void next(int *__restrict__ b, const int *__restrict__ a, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        b[i] = a[i] + i;
}

int main(void)
{
    int n = 64;
    int *a = (int *)calloc(n, sizeof *a), *b = (int *)calloc(n, sizeof *b);
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n), "pointer-swap.c:12: global alloc a[*] copyin");
    hicuda_remember(a, d_a, "pointer-swap.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(((int *)hicuda_copy_of(a, "pointer-swap.c:12: global alloc a[*] copyin")), a, sizeof(int) * n, cudaMemcpyHostToDevice), "pointer-swap.c:12: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(int) * n), "pointer-swap.c:13: global alloc b[*]");
    hicuda_remember(b, d_b, "pointer-swap.c:13: global alloc b[*]");
    for (int step = 0; step < 3; step++) {
        next<<<2, 32>>>((int *)hicuda_copy_of(b, "pointer-swap.c:15: kernel next tblock(2) thread(32)"), (int *)hicuda_copy_of(a, "pointer-swap.c:15: kernel next tblock(2) thread(32)"), n);
        hicuda_check(cudaGetLastError(), "pointer-swap.c:15: kernel next tblock(2) thread(32)");
        hicuda_check(cudaDeviceSynchronize(), "pointer-swap.c:15: kernel next tblock(2) thread(32)");
        int *swap = a;
        a = b;
        b = swap;
    }
    hicuda_check(cudaMemcpy(a, ((int *)hicuda_copy_of(a, "pointer-swap.c:24: global copyout a[*]")), sizeof(int) * n, cudaMemcpyDeviceToHost), "pointer-swap.c:24: global copyout a[*]");
    hicuda_check(cudaFree(((int *)hicuda_copy_of(a, "pointer-swap.c:25: global free a b"))), "pointer-swap.c:25: global free a b");
    hicuda_forget(a);
    hicuda_check(cudaFree(((int *)hicuda_copy_of(b, "pointer-swap.c:25: global free a b"))), "pointer-swap.c:25: global free a b");
    hicuda_forget(b);
    printf("%d %d\n", a[1], a[63]);
    free(a);
    free(b);
    return 0;
}
