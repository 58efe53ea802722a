//@ emit: cuda
//@ run: cpu
// Variables of the host that each iteration has set by a call before it reads them are its own, and what is only
// read behind a pointer is the same for all.
#include <stdio.h>
struct place { int row, column; };
int a[64];
__device__ static void split(int n, int *row, int *column) { *row = n / 8; *column = n % 8; }
__device__ static void place_of(struct place *p, int n) { split(n, &p->row, &p->column); }
__device__ static void clear(int *sum) { sum[0] = 0; }
__device__ static void add(int *sum, int value) { *sum += value; }
__device__ static int crossed(int n) {
    int row, column;
    split(n, &row, &column);
    add(&row, n);
    return row * column;
}
__device__ static int distance(const struct place *from, struct place *to) { return to->row - from->row + to->column; }
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

static void row(int *scratch, int n) {
    for (int i = 0; i < n; i++) {
        *scratch = i * 2;
        a[i] += *scratch;
    }
}
// variables-set-by-callees.c:30: kernel own
__global__ void own(int *__restrict__ a, struct place here)
{
    int row_of;
    int column;
    int sum;
    int i_begin = blockIdx.x * 32;
    for (int i = i_begin + threadIdx.x; i < i_begin + 32; i += 16) {
        struct place p;
        split(i, &row_of, &column);
        place_of(&p, i);
        clear(&sum);
        add(&sum, row_of);
        add(&sum, column);
        a[i] = sum * 10 + distance(&here, &p) + crossed(i);
    }
}

// variables-set-by-callees.c:42: kernel rows
__global__ void rows(int *__restrict__ a)
{
    int scratch;
    int *scratch_row = &scratch;
    for (int i = threadIdx.x; i < 64; i += 16) {
        *scratch_row = i * 2;
        a[i] += *scratch_row;
    }
}

int main(void) {
    struct place here = { 2, 3 };
    int total = 0;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "variables-set-by-callees.c:29: global alloc a[*]");
    own<<<2, 16>>>(d_a, here);
    hicuda_launched(cudaGetLastError(), "variables-set-by-callees.c:30: kernel own tblock(2) thread(16)");
    rows<<<1, 16>>>(d_a);
    hicuda_launched(cudaGetLastError(), "variables-set-by-callees.c:42: kernel rows tblock(1) thread(16)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "variables-set-by-callees.c:46: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "variables-set-by-callees.c:47: global free a");
    for (int i = 0; i < 64; i++)
        total = total * 3 + a[i];
    printf("%d\n", total);
    return 0;
}
