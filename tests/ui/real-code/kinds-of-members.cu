//@ emit: cuda cpu
//@ run: cpu
// Arrays of structs with nested structs, unions, bit-fields, embedded arrays
// and enumerators.
#include <stdio.h>
#include <stdint.h>

#define N 48

enum state { IDLE, BUSY = 4, DONE };
typedef struct { float x, y, z; } vec3;
struct flags { unsigned ready : 1; unsigned level : 5; int bias : 4; };
typedef union { float f; uint32_t u; } bits;
struct particle {
    vec3 position;
    struct { vec3 old; int count; } history;
    bits word;
    struct flags flags;
    enum state state;
    float sample[4];
};

struct particle p[N];
uint64_t hash[N];

#include <cuda_runtime.h>
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

cudaError_t launch_update(dim3 grid, dim3 block, struct particle *p, uint64_t *hash);

int main(void)
{
    for (int i = 0; i < N; i++) {
        p[i].position = (vec3){i, i * 0.5f, 1};
        p[i].word.f = i * 1.25f;
        p[i].flags.level = i % 32;
        p[i].state = i % 3 ? BUSY : IDLE;
    }
    struct particle *d_p;
    hicuda_check(cudaMalloc((void **)&d_p, sizeof p), "kinds-of-members.c:34: global alloc p[*] copyin");
    hicuda_check(cudaMemcpy(d_p, p, sizeof p, cudaMemcpyHostToDevice), "kinds-of-members.c:34: global alloc p[*] copyin");
    uint64_t *d_hash;
    hicuda_check(cudaMalloc((void **)&d_hash, sizeof hash), "kinds-of-members.c:35: global alloc hash[*]");
    hicuda_launched(launch_update((dim3){3, 1, 1}, (dim3){16, 1, 1}, d_p, d_hash), "kinds-of-members.c:36: kernel update tblock(3) thread(16)");
    hicuda_check(cudaMemcpy(p, d_p, sizeof p, cudaMemcpyDeviceToHost), "kinds-of-members.c:62: global copyout p[*]");
    hicuda_check(cudaMemcpy(hash, d_hash, sizeof hash, cudaMemcpyDeviceToHost), "kinds-of-members.c:63: global copyout hash[*]");
    hicuda_check(cudaFree(d_p), "kinds-of-members.c:64: global free p hash");
    hicuda_check(cudaFree(d_hash), "kinds-of-members.c:64: global free p hash");
    double total = 0;
    uint64_t all = 0;
    for (int i = 0; i < N; i++) {
        total += p[i].position.x + p[i].history.old.x + p[i].sample[3] + p[i].word.f + p[i].state;
        all = all * 31 + hash[i] + p[i].flags.ready + p[i].history.count;
    }
    printf("%g %llu\n", total, (unsigned long long)all);
    return 0;
}
typedef unsigned int __uint32_t;
typedef unsigned long __uint64_t;
typedef __uint32_t uint32_t;
typedef __uint64_t uint64_t;
enum state {
    IDLE,
    BUSY = 4,
    DONE,
};
struct vec3 {
    float x;
    float y;
    float z;
};
typedef struct vec3 vec3;
struct flags {
    unsigned int ready : 1;
    unsigned int level : 5;
    int bias : 4;
};
union bits {
    float f;
    uint32_t u;
};
typedef union bits bits;
struct unnamed_14 {
    vec3 old;
    int count;
};
struct particle {
    vec3 position;
    struct unnamed_14 history;
    bits word;
    struct flags flags;
    enum state state;
    float sample[4];
};

// kinds-of-members.c:36: kernel update
__global__ void update(struct particle *__restrict__ p, uint64_t *__restrict__ hash)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    struct particle *q = &p[i];
    q->history.old = q->position;
    q->history.count++;
    p[i].position.x += p[i].position.y;
    for (int k = 0; k < 4; k++)
        p[i].sample[k] = q->position.x * k;
    q->word.u ^= 0x00400000u;
    q->flags.ready = q->state == BUSY;
    q->flags.level += 3;
    q->flags.bias = -(i % 8);
    switch (q->state) {
    case IDLE:
        q->state = BUSY;
        break;
    case BUSY:
        q->state = DONE;
        break;
    default:
        break;
    }
    hash[i] = (uint64_t)q->word.u * 2654435761u + q->flags.level * 7 + q->flags.bias;
}

extern "C" cudaError_t launch_update(dim3 grid, dim3 block, struct particle *p, uint64_t *hash)
{
    update<<<grid, block>>>(p, hash);
    return cudaGetLastError();
}
