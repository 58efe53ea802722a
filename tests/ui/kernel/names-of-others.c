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

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 + 11) % 97;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float3 at = make_float3(x[i], 1, 2);
        dim3 sizes = {1, 2, x[i]};
        struct class t = {.virtual = x[i]};
        t.kernel = min(x[i], 30) + min_(t.virtual);
        enum operator which = x[i] % 2 ? new : delete;
        struct half rest = {3};
        export global = friend(x[i]), threadIdx = 1, get_local_id = 2;
        o[i] = (int)(at.x + at.z) + sizes.z + t.kernel + which + this + global + threadIdx + get_local_id +
               rest.barrier + warpSize[i % 2] + (int)__builtin_offsetof(struct class, kernel);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 % 1000003 + o[i];
    printf("%ld\n", sum);
    return 0;
}
