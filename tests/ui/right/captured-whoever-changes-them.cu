//@ run: cpu
//@ emit: cuda
// A section keeps the bounds that it had when the directive ran, whoever changes what they are read from:
// a pointer, another name of a member, an element, a library function, a function with a variable of the file.
#include <stdio.h>

struct grid {
    int cells, rows[2];
};

static int at_file = 16;
static float a[16];

static void shrink(int *size) { *size = 3; }
static void advance(void) { at_file = 4; }

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

// captured-whoever-changes-them.c:28: kernel by_pointer
__global__ void by_pointer(float *__restrict__ a, int size)
{
    for (int i = threadIdx.x; i < size; i += 8)
        a[i] = a[i] * 2;
}

// captured-whoever-changes-them.c:39: kernel by_variable
__global__ void by_variable(float *__restrict__ a, int size)
{
    for (int i = threadIdx.x; i < size; i += 8)
        a[i] = a[i] * 2;
}

// captured-whoever-changes-them.c:49: kernel by_member_address
__global__ void by_member_address(float *__restrict__ a, int g_cells)
{
    for (int i = threadIdx.x; i < g_cells; i += 8)
        a[i] = a[i] * 2;
}

// captured-whoever-changes-them.c:60: kernel by_struct
__global__ void by_struct(float *__restrict__ a, int size)
{
    for (int i = threadIdx.x; i < size; i += 8)
        a[i] = a[i] * 2;
}

// captured-whoever-changes-them.c:71: kernel by_element
__global__ void by_element(float *__restrict__ a, int size)
{
    for (int i = threadIdx.x; i < size; i += 8)
        a[i] = a[i] * 2;
}

// captured-whoever-changes-them.c:81: kernel by_library
__global__ void by_library(float *__restrict__ a, int g_cells)
{
    for (int i = threadIdx.x; i < g_cells; i += 8)
        a[i] = a[i] * 2;
}

// captured-whoever-changes-them.c:91: kernel by_call
__global__ void by_call(float *__restrict__ a, int at_file)
{
    for (int i = threadIdx.x; i < at_file; i += 8)
        a[i] = a[i] * 2;
}

int main(void)
{
    int length = 16, *n = &length;
    struct grid grid = { 12, { 10, 14 } }, *g = &grid;
    struct grid smaller = { 11, { 10, 14 } };
    int *cells = &grid.cells, *rows = grid.rows;
    for (int i = 0; i < 16; i++)
        a[i] = i;

    int size = *n;
    const int a_bound = *n - 1;
    hicuda_require(a_bound < 16, "captured-whoever-changes-them.c:27: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound + 1, "captured-whoever-changes-them.c:27: the section of `a` ends before it starts");
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * (a_bound + 1)), "captured-whoever-changes-them.c:27: global alloc a[0:*n-1] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * (a_bound + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:27: global alloc a[0:*n-1] copyin");
    by_pointer<<<1, 8>>>(d_a, size);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:28: kernel by_pointer tblock(1) thread(8)");
    *n = 15;
    hicuda_check(cudaMemcpy(a, d_a, sizeof(float) * (a_bound + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:34: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "captured-whoever-changes-them.c:35: global free a");

    size = *n;
    const int a_bound_2 = *n - 1;
    hicuda_require(a_bound_2 < 16, "captured-whoever-changes-them.c:38: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound_2 + 1, "captured-whoever-changes-them.c:38: the section of `a` ends before it starts");
    float *d_a2;
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof(float) * (a_bound_2 + 1)), "captured-whoever-changes-them.c:38: global alloc a[0:*n-1] copyin");
    hicuda_check(cudaMemcpy(d_a2, a, sizeof(float) * (a_bound_2 + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:38: global alloc a[0:*n-1] copyin");
    by_variable<<<1, 8>>>(d_a2, size);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:39: kernel by_variable tblock(1) thread(8)");
    length = 14;
    hicuda_check(cudaMemcpy(a, d_a2, sizeof(float) * (a_bound_2 + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:45: global copyout a[*]");
    hicuda_check(cudaFree(d_a2), "captured-whoever-changes-them.c:46: global free a");

    const int a_bound_3 = g->cells - 1;
    hicuda_require(a_bound_3 < 16, "captured-whoever-changes-them.c:48: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound_3 + 1, "captured-whoever-changes-them.c:48: the section of `a` ends before it starts");
    float *d_a3;
    hicuda_check(cudaMalloc((void **)&d_a3, sizeof(float) * (a_bound_3 + 1)), "captured-whoever-changes-them.c:48: global alloc a[0:g->cells-1] copyin");
    hicuda_check(cudaMemcpy(d_a3, a, sizeof(float) * (a_bound_3 + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:48: global alloc a[0:g->cells-1] copyin");
    by_member_address<<<1, 8>>>(d_a3, g->cells);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:49: kernel by_member_address tblock(1) thread(8)");
    *cells = 9;
    hicuda_check(cudaMemcpy(a, d_a3, sizeof(float) * (a_bound_3 + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:55: global copyout a[*]");
    hicuda_check(cudaFree(d_a3), "captured-whoever-changes-them.c:56: global free a");

    size = *cells;
    const int a_bound_4 = *cells - 1;
    hicuda_require(a_bound_4 < 16, "captured-whoever-changes-them.c:59: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound_4 + 1, "captured-whoever-changes-them.c:59: the section of `a` ends before it starts");
    float *d_a4;
    hicuda_check(cudaMalloc((void **)&d_a4, sizeof(float) * (a_bound_4 + 1)), "captured-whoever-changes-them.c:59: global alloc a[0:*cells-1] copyin");
    hicuda_check(cudaMemcpy(d_a4, a, sizeof(float) * (a_bound_4 + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:59: global alloc a[0:*cells-1] copyin");
    by_struct<<<1, 8>>>(d_a4, size);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:60: kernel by_struct tblock(1) thread(8)");
    *g = smaller;
    hicuda_check(cudaMemcpy(a, d_a4, sizeof(float) * (a_bound_4 + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:66: global copyout a[*]");
    hicuda_check(cudaFree(d_a4), "captured-whoever-changes-them.c:67: global free a");

    size = rows[1];
    const int a_bound_5 = rows[1] - 1;
    hicuda_require(a_bound_5 < 16, "captured-whoever-changes-them.c:70: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound_5 + 1, "captured-whoever-changes-them.c:70: the section of `a` ends before it starts");
    float *d_a5;
    hicuda_check(cudaMalloc((void **)&d_a5, sizeof(float) * (a_bound_5 + 1)), "captured-whoever-changes-them.c:70: global alloc a[0:rows[1]-1] copyin");
    hicuda_check(cudaMemcpy(d_a5, a, sizeof(float) * (a_bound_5 + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:70: global alloc a[0:rows[1]-1] copyin");
    by_element<<<1, 8>>>(d_a5, size);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:71: kernel by_element tblock(1) thread(8)");
    shrink(&grid.rows[1]);
    hicuda_check(cudaMemcpy(a, d_a5, sizeof(float) * (a_bound_5 + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:77: global copyout a[*]");
    hicuda_check(cudaFree(d_a5), "captured-whoever-changes-them.c:78: global free a");

    const int a_bound_6 = g->cells - 1;
    hicuda_require(a_bound_6 < 16, "captured-whoever-changes-them.c:80: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound_6 + 1, "captured-whoever-changes-them.c:80: the section of `a` ends before it starts");
    float *d_a6;
    hicuda_check(cudaMalloc((void **)&d_a6, sizeof(float) * (a_bound_6 + 1)), "captured-whoever-changes-them.c:80: global alloc a[0:g->cells-1] copyin");
    hicuda_check(cudaMemcpy(d_a6, a, sizeof(float) * (a_bound_6 + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:80: global alloc a[0:g->cells-1] copyin");
    by_library<<<1, 8>>>(d_a6, g->cells);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:81: kernel by_library tblock(1) thread(8)");
    sscanf("5", "%d", cells);
    hicuda_check(cudaMemcpy(a, d_a6, sizeof(float) * (a_bound_6 + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:87: global copyout a[*]");
    hicuda_check(cudaFree(d_a6), "captured-whoever-changes-them.c:88: global free a");

    const int a_bound_7 = at_file - 1;
    hicuda_require(a_bound_7 < 16, "captured-whoever-changes-them.c:90: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound_7 + 1, "captured-whoever-changes-them.c:90: the section of `a` ends before it starts");
    float *d_a7;
    hicuda_check(cudaMalloc((void **)&d_a7, sizeof(float) * (a_bound_7 + 1)), "captured-whoever-changes-them.c:90: global alloc a[0:at_file-1] copyin");
    hicuda_check(cudaMemcpy(d_a7, a, sizeof(float) * (a_bound_7 + 1), cudaMemcpyHostToDevice), "captured-whoever-changes-them.c:90: global alloc a[0:at_file-1] copyin");
    by_call<<<1, 8>>>(d_a7, at_file);
    hicuda_launched(cudaGetLastError(), "captured-whoever-changes-them.c:91: kernel by_call tblock(1) thread(8)");
    advance();
    hicuda_check(cudaMemcpy(a, d_a7, sizeof(float) * (a_bound_7 + 1), cudaMemcpyDeviceToHost), "captured-whoever-changes-them.c:97: global copyout a[*]");
    hicuda_check(cudaFree(d_a7), "captured-whoever-changes-them.c:98: global free a");

    for (int i = 0; i < 16; i++)
        printf("%g ", a[i]);
    printf("%d %d %d\n", length, grid.cells, at_file);
}
