// C that C++ does not have: updates of enums and truth values, enums that are unsigned, jumps past initialisations, strings that
// fill their array, parameters with lengths.
//@ run: cpu sim
//@ emit: cuda
#include <stdbool.h>
#include <stdio.h>

#define N 96

enum level { LOW, MIDDLE, HIGH = 4 };

struct pair {
    int a[2];
    float b;
};

static const char names[3][2] = {"ab", "cd", "ef"};

static int sum(int n, int a[n])
{
    int total = 0;
    for (int k = 0; k < n; k++)
        total += a[k];
    return total;
}

static int jumps(int v)
{
    if (v % 5 == 0)
        goto out;
    const int table[3] = {1, 2, v};
    const struct pair p = {{v, 2}, .b = 3};
    int first = table[2], second = p.a[0] + (int)p.b;
    v = first * second;
out:
    switch (v % 3) {
    case 0:;
        int q = v;
        return q;
    case 1:
        q = 5;
        return q;
    default:
        return 9;
    }
}

int x[N], o[N];

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

cudaError_t launch_k(dim3 grid, dim3 block, int *x, int *o);

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 + 11) % 97;
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "c-that-is-not-cpp.c:54: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "c-that-is-not-cpp.c:54: global alloc x[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "c-that-is-not-cpp.c:55: global alloc o[*]");
    hicuda_launched(launch_k((dim3){3, 1, 1}, (dim3){32, 1, 1}, d_x, d_o), "c-that-is-not-cpp.c:56: kernel k tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "c-that-is-not-cpp.c:76: global copyout o[*]");
    hicuda_check(cudaFree(d_x), "c-that-is-not-cpp.c:77: global free x o");
    hicuda_check(cudaFree(d_o), "c-that-is-not-cpp.c:77: global free x o");
    long all = 0;
    for (int i = 0; i < N; i++)
        all = all * 31 % 1000003 + o[i];
    printf("%ld\n", all);
    return 0;
}
enum level {
    LOW,
    MIDDLE,
    HIGH = 4,
};
struct pair {
    int a[2];
    float b;
};

static __constant__ const char names_device[3][2] = {{'a', 'b'}, {'c', 'd'}, {'e', 'f'}};

__device__ static int jumps(int v)
{
    if (v % 5 == 0)
        goto out;
    int table[3];
    memcpy(table, (const int[3]){1, 2, v}, sizeof(table));
    struct pair p;
    p = (struct pair){{v, 2}, 3};
    int first, second;
    first = table[2];
    second = p.a[0] + (int)p.b;
    v = first * second;
out:
    switch (v % 3) {
    case 0:
        ;
        int q;
        q = v;
        return q;
    case 1:
        q = 5;
        return q;
    default:
        return 9;
    }
}

__device__ static int sum(int n, int *a)
{
    int total = 0;
    for (int k = 0; k < n; k++)
        total += a[k];
    return total;
}

// c-that-is-not-cpp.c:56: kernel k
__global__ void k(int *__restrict__ x, int *__restrict__ o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    enum level v = (enum level)(x[i] % 2), w[2] = {LOW, HIGH};
    int at = 0, s = ({ auto &updated = v; auto before = updated; updated = (enum level)(updated + 1); before; });
    v = (enum level)(v | (x[i] & 4));
    v = (enum level)(v - 1);
    ({ auto &updated = w[at++]; updated = (enum level)(updated | 2); });
    s += (unsigned int)(w[at] = (enum level)(w[at] - 1)) * 10 + ({ auto &updated = w[0]; auto before = updated; updated = (enum level)(updated + 1); before; });
    for (enum level l = LOW; l <= HIGH; l = (enum level)(l + 1))
        s += l;
    bool b = x[i] & 1;
    s += ({ auto &updated = b; auto before = updated; updated = updated - 1; before; }) * 100;
    b = b - 1;
    s += b * 1000 + ((unsigned int)v - 2 > 99) + (-(unsigned int)v > 99) * 2 + ((unsigned int)x[i] - v > 99) * 4;
    int t[2] = {x[i], 1};
    char c[3] = {'x', 'y', 'z'};
    o[i] = (unsigned int)(s + at) + w[0] + w[1] + jumps(x[i]) + names_device[x[i] % 3][1] + c[2] + sum(2, t);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, int *x, int *o)
{
    k<<<grid, block>>>(x, o);
    return cudaGetLastError();
}
