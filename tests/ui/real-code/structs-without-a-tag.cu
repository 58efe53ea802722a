//@ emit: cuda cpu
//@ run: cpu
// A kernel is a function of its own and must be able to name the types it uses.
#include <stdio.h>
static struct par_type { int nx, ny; float scale; } par;
struct cells_type { float a[4]; int k; } cells[30];
typedef struct { int x; } T;
static T one = { 4 };
static const struct cs_type { int a, b; } cs = { 2, 3 };
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

// structs-without-a-tag.c:16: kernel k
__global__ void k(float *__restrict__ r, const struct cells_type *__restrict__ cells, struct par_type par, T one, const struct cs_type cs)
{
    int y_chunk = (par.ny + 4) / 5;
    int y_begin = blockIdx.x * y_chunk;
    int y_end = min(y_begin + y_chunk, par.ny);
    for (int y = y_begin; y < y_end; y++)
        for (int x = threadIdx.x; x < par.nx; x += 6) {
            int i = y * par.nx + x;
            r[i] = par.scale * cells[i].a[i % 4] + cells[i].k + one.x + cs.b;
        }
}

int main(void) {
    par.nx = 6; par.ny = 5; par.scale = 0.5f;
    for (int i = 0; i < 30; i++) { cells[i].k = i; for (int j = 0; j < 4; j++) cells[i].a[j] = i + j; }
    float r[30];
    struct cells_type *d_cells;
    hicuda_check(cudaMalloc((void **)&d_cells, sizeof cells), "structs-without-a-tag.c:14: global alloc cells[*] copyin");
    hicuda_check(cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice), "structs-without-a-tag.c:14: global alloc cells[*] copyin");
    float *d_r;
    hicuda_check(cudaMalloc((void **)&d_r, sizeof r), "structs-without-a-tag.c:15: global alloc r[*]");
    k<<<5, 6>>>(d_r, d_cells, par, one, cs);
    hicuda_launched(cudaGetLastError(), "structs-without-a-tag.c:16: kernel k tblock(5) thread(6)");
    hicuda_check(cudaMemcpy(r, d_r, sizeof r, cudaMemcpyDeviceToHost), "structs-without-a-tag.c:25: global copyout r[*]");
    hicuda_check(cudaFree(d_cells), "structs-without-a-tag.c:26: global free cells r");
    hicuda_check(cudaFree(d_r), "structs-without-a-tag.c:26: global free cells r");
    float s = 0; for (int i = 0; i < 30; i++) s += r[i] * (i % 5);
    printf("%g\n", s);
    return 0;
}
