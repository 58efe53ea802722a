//@ emit: cuda cpu
//@ run: cpu
// With a shape, `p[i * w + j]` is a two-dimensional access, also in parts.
#include <stdio.h>
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// linear-subscripts.c:11: kernel number
__global__ void number(int *__restrict__ p, int w)
{
    int i = blockIdx.x + 1;
    int base = i * w;
    for (int j = threadIdx.x; j < w; j += 16) {
        int at = base + j;
        p[(long)(i - 1) * w + j] = p[(long)(i - 1) * w + j] + at;
    }
}

static void fill(int *p, int h, int w)
{
    hicuda_require(1 <= h, "linear-subscripts.c:10: the section of `p` ends before it starts");
    int *d_p;
    hicuda_check(cudaMalloc((void **)&d_p, sizeof(int) * (h - 1) * w), "linear-subscripts.c:10: global alloc p[1:h-1][*] copyin");
    hicuda_check(cudaMemcpy(d_p, &p[w], sizeof(int) * (h - 1) * w, cudaMemcpyHostToDevice), "linear-subscripts.c:10: global alloc p[1:h-1][*] copyin");
    if (h - 1 > 0) {
        number<<<h - 1, 16>>>(d_p, w);
        hicuda_launched(cudaGetLastError(), "linear-subscripts.c:11: kernel number tblock(h - 1) thread(16)");
    }
    hicuda_require(1 <= h, "linear-subscripts.c:22: the section of `p` ends before it starts");
    hicuda_check(cudaMemcpy(&p[w], d_p, sizeof(int) * (h - 1) * w, cudaMemcpyDeviceToHost), "linear-subscripts.c:22: global copyout p[1:h-1][*]");
    hicuda_check(cudaFree(d_p), "linear-subscripts.c:23: global free p");
}

int main(void)
{
    int *p = (int *)calloc(6 * 20, sizeof *p);
    fill(p, 6, 20);
    printf("%d %d %d\n", p[0], p[20], p[119]);
    free(p);
    return 0;
}
