//@ emit: cuda
//@ run: cpu
// Who calls the function is not known, so the memory of its arrays is compared when it runs: rows of one length and
// rows of another, that lie right behind each other.
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

// rows-that-may-overlap.c:12: kernel add
__global__ void add(float (*__restrict__ to)[9], const float (*__restrict__ from)[12])
{
    int i = blockIdx.x * 4 + threadIdx.x;
    for (int j = 0; j < 9; j++)
        to[i][j] = from[i][j] + from[i + 1][j + 1];
}

static void sums(const float from[10][12], float to[8][9])
{
    float (*d_from)[12];
    hicuda_check(cudaMalloc((void **)&d_from, sizeof(float) * 10 * 12), "rows-that-may-overlap.c:10: global alloc from[*][*] copyin");
    hicuda_check(cudaMemcpy(d_from, from, sizeof(float) * 10 * 12, cudaMemcpyHostToDevice), "rows-that-may-overlap.c:10: global alloc from[*][*] copyin");
    hicuda_require((char *)&from[10] <= (char *)&to[0] || (char *)&to[8] <= (char *)&from[0], "rows-that-may-overlap.c:11: `to` overlaps `from`, which line 10 has on the device already");
    float (*d_to)[9];
    hicuda_check(cudaMalloc((void **)&d_to, sizeof(float) * 8 * 9), "rows-that-may-overlap.c:11: global alloc to[*][*]");
    add<<<2, 4>>>(d_to, d_from);
    hicuda_launched(cudaGetLastError(), "rows-that-may-overlap.c:12: kernel add tblock(2) thread(4)");
    hicuda_check(cudaMemcpy(to, d_to, sizeof(float) * 8 * 9, cudaMemcpyDeviceToHost), "rows-that-may-overlap.c:18: global copyout to[*][*]");
    hicuda_check(cudaFree(d_from), "rows-that-may-overlap.c:19: global free from to");
    hicuda_check(cudaFree(d_to), "rows-that-may-overlap.c:19: global free from to");
}

int main(int argc, char **argv)
{
    float *both = (float *)malloc((10 * 12 + 8 * 9) * sizeof *both);
    void (*chosen)(const float[10][12], float[8][9]) = argc > 7 ? NULL : sums;
    if (!both)
        return 1;
    for (int i = 0; i < 120; i++)
        both[i] = i * 0.5f;
    chosen((const float (*)[12])(void *)both, (float (*)[9])(void *)(both + 120));
    printf("%g %g\n", both[120], both[191]);
    free(both);
    return 0;
}
