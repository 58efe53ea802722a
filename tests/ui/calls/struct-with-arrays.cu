//@ emit: cuda cpu
//@ run: cpu
// A struct whose members hold the arrays, passed on to functions.
#include <stdio.h>
#include <stdlib.h>

struct grid { int n; float dt; float *x, *v; };

static float advance(float x, float v, const struct grid *g)
{
    return x + v * g->dt;
}

static void step(struct grid *g, int i)
{
    g->x[i] = advance(g->x[i], g->v[i], g);
}

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

// struct-with-arrays.c:33: kernel move
__global__ void move(float *__restrict__ g_x, const float *__restrict__ g_v, int g_n, float g_dt)
{
    int i_chunk = (g_n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, g_n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16) {
        g_x[i] += g_dt * g_v[i];
    }
}

int main(void)
{
    struct grid *g = (struct grid *)malloc(sizeof *g);
    g->n = 40;
    g->dt = 0.5f;
    g->x = (float *)malloc(g->n * sizeof(float));
    g->v = (float *)malloc(g->n * sizeof(float));
    for (int i = 0; i < g->n; i++) {
        g->x[i] = i;
        g->v[i] = i % 3;
    }
    float *d_g_x;
    hicuda_check(cudaMalloc((void **)&d_g_x, sizeof(float) * (g->n)), "struct-with-arrays.c:31: global alloc g->x[*] copyin");
    hicuda_check(cudaMemcpy(d_g_x, g->x, sizeof(float) * (g->n), cudaMemcpyHostToDevice), "struct-with-arrays.c:31: global alloc g->x[*] copyin");
    float *d_g_v;
    hicuda_check(cudaMalloc((void **)&d_g_v, sizeof(float) * (g->n)), "struct-with-arrays.c:32: global alloc g->v[*] copyin");
    hicuda_check(cudaMemcpy(d_g_v, g->v, sizeof(float) * (g->n), cudaMemcpyHostToDevice), "struct-with-arrays.c:32: global alloc g->v[*] copyin");
    move<<<2, 16>>>(d_g_x, d_g_v, g->n, g->dt);
    hicuda_launched(cudaGetLastError(), "struct-with-arrays.c:33: kernel move tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(g->x, d_g_x, sizeof(float) * (g->n), cudaMemcpyDeviceToHost), "struct-with-arrays.c:39: global copyout g->x[*]");
    hicuda_check(cudaFree(d_g_x), "struct-with-arrays.c:40: global free g->x g->v");
    hicuda_check(cudaFree(d_g_v), "struct-with-arrays.c:40: global free g->x g->v");
    step(g, 3);
    float total = 0;
    for (int i = 0; i < g->n; i++)
        total += g->x[i];
    printf("%g\n", total);
    return 0;
}
