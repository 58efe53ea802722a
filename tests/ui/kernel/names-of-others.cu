// Names that C leaves to the program, and C++, CUDA or OpenCL C have taken: keywords, functions, types and variables.
//@ run: cpu sim
//@ emit: cuda opencl
#include <stdio.h>

#define N 96

typedef struct {
    float x, y, z;
} float3;
typedef struct {
    int x, y, z;
} dim3;
struct class {
    int virtual, kernel;
};
enum operator { new, delete = 5, this };
typedef int export;
struct half {
    int barrier;
};

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int min_(int a)
{
    return a + 1;
}

static float3 make_float3(float x, float y, float z)
{
    float3 made = {x, y, z};
    return made;
}

static int friend(int private)
{
    if (private > 60)
        goto catch;
    return private * 2;
catch:
    return -1;
}

static const int warpSize[2] = {7, 9};

int x[N], o[N];

// The program has types of these names.
#define dim3 cuda_dim3
#define float3 cuda_float3
#define make_float3 cuda_make_float3
#include <cuda_runtime.h>
#undef dim3
#undef float3
#undef make_float3
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

cudaError_t launch_k(cuda_dim3 grid, cuda_dim3 block, const int *x, int *o);

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 + 11) % 97;
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "names-of-others.c:56: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "names-of-others.c:56: global alloc x[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "names-of-others.c:57: global alloc o[*]");
    hicuda_launched(launch_k((cuda_dim3){3, 1, 1}, (cuda_dim3){32, 1, 1}, d_x, d_o), "names-of-others.c:58: kernel k tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "names-of-others.c:72: global copyout o[*]");
    hicuda_check(cudaFree(d_x), "names-of-others.c:73: global free x o");
    hicuda_check(cudaFree(d_o), "names-of-others.c:73: global free x o");
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 % 1000003 + o[i];
    printf("%ld\n", sum);
    return 0;
}
struct float3_ {
    float x;
    float y;
    float z;
};
typedef struct float3_ float3_;
struct dim3_ {
    int x;
    int y;
    int z;
};
typedef struct dim3_ dim3_;
struct class_ {
    int virtual_;
    int kernel;
};
enum operator_ {
    new_,
    delete_ = 5,
    this_,
};
typedef int export_;
struct half {
    int barrier;
};

static __constant__ const int warpSize_device[2] = {7, 9};

__device__ static float3_ make_float3_(float x, float y, float z)
{
    float3_ made = {x, y, z};
    return made;
}

__device__ static int min__(int a, int b)
{
    return a < b ? a : b;
}

__device__ static int min_(int a)
{
    return a + 1;
}

__device__ static int friend_(int private_)
{
    if (private_ > 60)
        goto catch_;
    return private_ * 2;
catch_:
    return -1;
}

// names-of-others.c:58: kernel k
__global__ void k(const int *__restrict__ x, int *__restrict__ o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float3_ at = make_float3_(x[i], 1, 2);
    dim3_ sizes = {1, 2, x[i]};
    struct class_ t = {x[i]};
    t.kernel = min__(x[i], 30) + min_(t.virtual_);
    enum operator_ which = (enum operator_)(x[i] % 2 ? new_ : delete_);
    struct half rest = {3};
    export_ global = friend_(x[i]), threadIdx = 1, get_local_id = 2;
    o[i] = (unsigned int)((int)(at.x + at.z) + sizes.z + t.kernel) + which + this_ + global + threadIdx + get_local_id + rest.barrier + warpSize_device[i % 2] + (int)__builtin_offsetof(struct class_, kernel);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, const int *x, int *o)
{
    k<<<grid, block>>>(x, o);
    return cudaGetLastError();
}
