//@ emit: cuda
//@ run: cpu sim
// A kernel changes an array that is part of a struct; the struct as a whole is no variable of its threads.
#include <stdio.h>

#define N 64

static struct field {
    int steps;
    float v[N];
} field;

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

// array-in-a-struct.c:19: kernel grow
__global__ void grow(float *__restrict__ field_v, int field_steps)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    field_v[i] = field_v[i] * 2 + field_steps;
}

int main(void)
{
    field.steps = 3;
    for (int i = 0; i < N; i++)
        field.v[i] = i;
    float *d_field_v;
    hicuda_check(cudaMalloc((void **)&d_field_v, sizeof field.v), "array-in-a-struct.c:18: global alloc field.v[*] copyin");
    hicuda_check(cudaMemcpy(d_field_v, field.v, sizeof field.v, cudaMemcpyHostToDevice), "array-in-a-struct.c:18: global alloc field.v[*] copyin");
    grow<<<2, 32>>>(d_field_v, field.steps);
    hicuda_launched(cudaGetLastError(), "array-in-a-struct.c:19: kernel grow tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(field.v, d_field_v, sizeof field.v, cudaMemcpyDeviceToHost), "array-in-a-struct.c:24: global copyout field.v[*]");
    hicuda_check(cudaFree(d_field_v), "array-in-a-struct.c:25: global free field.v");
    struct field copy = field;
    printf("%g %g\n", copy.v[0], copy.v[N - 1]);
    return 0;
}
