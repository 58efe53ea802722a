//@ run: cpu sim
//@ emit: cuda
// One kernel in several versions, by what is known at the launch: the order of the loops by their lengths, a
// condition and its opposite, two conditions, a comment and a macro in them.
#include <stdio.h>

#define FEW 8

static float a[4096], b[4096], sums[64];

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

// The sum over `lanes` neighbouring threads, a power of two within a warp, in all of them.
__device__ static float lanes_sum(float value, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(group, value, offset);
        value += other;
    }
    return value;
}

// when.c:17: kernel scaled
__global__ void scaled(float *__restrict__ b, const float *__restrict__ a, int rows, int columns)
{
    int i_chunk = (rows + 15) / 16;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, rows);
    for (int i = i_begin; i < i_end; i++)
        for (int j = threadIdx.x; j < columns; j += 64)
            b[i * columns + j] = 2 * a[i * columns + j] + i;
}

// when.c:17: kernel scaled_2
__global__ void scaled_2(float *__restrict__ b, const float *__restrict__ a, int rows, int columns)
{
    int i_chunk = (rows + 15) / 16;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, rows);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 64)
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = 2 * a[i * columns + j] + i;
}

// Long rows get threads along the row, short ones a thread each.
static void scale(int rows, int columns, const float *a, float *b)
{
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * rows * columns), "when.c:15: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * rows * columns, cudaMemcpyHostToDevice), "when.c:15: global alloc a[*][*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * rows * columns), "when.c:16: global alloc b[*][*]");
    if (columns >= FEW) {
        scaled<<<16, 64>>>(d_b, d_a, rows, columns);
        hicuda_launched(cudaGetLastError(), "when.c:17: kernel scaled tblock(16) thread(64)");
    } else {
        scaled_2<<<16, 64>>>(d_b, d_a, rows, columns);
        hicuda_launched(cudaGetLastError(), "when.c:17: kernel scaled_2 tblock(16) thread(64)");
    }
    hicuda_check(cudaMemcpy(b, d_b, sizeof(float) * rows * columns, cudaMemcpyDeviceToHost), "when.c:25: global copyout b[*][*]");
    hicuda_check(cudaFree(d_a), "when.c:26: global free a b");
    hicuda_check(cudaFree(d_b), "when.c:26: global free a b");
}

// when.c:33: kernel columns_added
__global__ void columns_added(const float *__restrict__ b, float *__restrict__ sums, int n, int m)
{
    for (int i = blockIdx.x * n + threadIdx.x; i < n; i += 32) {
        float sum = 0;
        int j_rest = m % 4;
        for (int j = 0; j < j_rest; j++)
            sum += b[j] * (i + 1);
        for (int j = j_rest; j < m; j += 4) {
            sum += b[j] * (i + 1);
            sum += b[j + 1] * (i + 1);
            sum += b[j + 2] * (i + 1);
            sum += b[j + 3] * (i + 1);
        }
        sums[i] = sum;
    }
}

// when.c:33: kernel columns_added_2
__global__ void columns_added_2(const float *__restrict__ b, float *__restrict__ sums, int n, int m)
{
    for (int i = blockIdx.x * n + threadIdx.x; i < n; i += 32) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += b[j] * (i + 1);
        sums[i] = sum;
    }
}

// when.c:33: kernel columns_added_3
__global__ void columns_added_3(const float *__restrict__ b, float *__restrict__ sums, int n, int m)
{
    for (int i = blockIdx.x * n + threadIdx.x; i < n; i += 64) {
        float sum[2];
        #pragma unroll
        for (int u = 0; u < 2; u++)
            sum[u] = 0;
        int j_rest2 = m % 4;
        for (int j = 0; j < j_rest2; j++) {
            #pragma unroll
            for (int u = 0; u < 2; u++) {
                if (i + 32 * u < n)
                    sum[u] += b[j] * (i + 32 * u + 1);
            }
        }
        for (int j = j_rest2; j < m; j += 4) {
            #pragma unroll
            for (int u = 0; u < 2; u++) {
                if (i + 32 * u < n) {
                    sum[u] += b[j] * (i + 32 * u + 1);
                    sum[u] += b[j + 1] * (i + 32 * u + 1);
                    sum[u] += b[j + 2] * (i + 32 * u + 1);
                    sum[u] += b[j + 3] * (i + 32 * u + 1);
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            if (i + 32 * u < n)
                sums[i + 32 * u] = sum[u];
        }
    }
}

// when.c:33: kernel columns_added_4
__global__ void columns_added_4(const float *__restrict__ b, float *__restrict__ sums, int n, int m)
{
    for (int i = blockIdx.x * n + threadIdx.x; i < n; i += 64) {
        float sum[2];
        #pragma unroll
        for (int u = 0; u < 2; u++)
            sum[u] = 0;
        for (int j = 0; j < m; j++) {
            #pragma unroll
            for (int u = 0; u < 2; u++) {
                if (i + 32 * u < n)
                    sum[u] += b[j] * (i + 32 * u + 1);
            }
        }
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            if (i + 32 * u < n)
                sums[i + 32 * u] = sum[u];
        }
    }
}

static void add_up(int n, int m)
{
    float *d_b2;
    hicuda_check(cudaMalloc((void **)&d_b2, sizeof b), "when.c:31: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b2, b, sizeof b, cudaMemcpyHostToDevice), "when.c:31: global alloc b[*] copyin");
    float *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "when.c:32: global alloc sums[*] copyin");
    hicuda_check(cudaMemcpy(d_sums, sums, sizeof sums, cudaMemcpyHostToDevice), "when.c:32: global alloc sums[*] copyin");
    if (n < 33) {
        if (m % 4 == 0 /* whole rounds */) {
            columns_added<<<1, 32>>>(d_b2, d_sums, n, m);
            hicuda_launched(cudaGetLastError(), "when.c:33: kernel columns_added tblock(1) thread(32)");
        } else {
            columns_added_2<<<1, 32>>>(d_b2, d_sums, n, m);
            hicuda_launched(cudaGetLastError(), "when.c:33: kernel columns_added_2 tblock(1) thread(32)");
        }
    } else {
        if (m % 4 == 0 /* whole rounds */) {
            columns_added_3<<<1, 32>>>(d_b2, d_sums, n, m);
            hicuda_launched(cudaGetLastError(), "when.c:33: kernel columns_added_3 tblock(1) thread(32)");
        } else {
            columns_added_4<<<1, 32>>>(d_b2, d_sums, n, m);
            hicuda_launched(cudaGetLastError(), "when.c:33: kernel columns_added_4 tblock(1) thread(32)");
        }
    }
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "when.c:44: global copyout sums[*]");
    hicuda_check(cudaFree(d_b2), "when.c:45: global free b sums");
    hicuda_check(cudaFree(d_sums), "when.c:45: global free b sums");
}

// when.c:53: kernel row_sums_wide
__global__ void row_sums_wide(const float *__restrict__ a, float *__restrict__ sums, int rows, int columns)
{
    int i_base = blockIdx.x * 4;
    int i = i_base + threadIdx.y;
    float sum = 0;
    float sum_part = 0;
    if (i < rows) {
        int j = threadIdx.x;
        for (; j < columns - 224; j += 256) {
            #pragma unroll
            for (int round = 0; round < 8; round++)
                sum_part += a[i * columns + (j + round * 32)];
        }
        for (; j < columns; j += 32)
            sum_part += a[i * columns + j];
    }
    sum += lanes_sum(sum_part, 32);
    if (i < rows)
        sums[i] = sum;
}

// when.c:54: kernel row_sums_some
__global__ void row_sums_some(const float *__restrict__ a, float *__restrict__ sums, int rows, int columns)
{
    int i_base = blockIdx.x * 16;
    int i = i_base + threadIdx.y;
    float sum = 0;
    float sum_part = 0;
    if (i < rows) {
        int j = threadIdx.x;
        for (; j < columns - 56; j += 64) {
            #pragma unroll
            for (int round = 0; round < 8; round++)
                sum_part += a[i * columns + (j + round * 8)];
        }
        for (; j < columns; j += 8)
            sum_part += a[i * columns + j];
    }
    sum += lanes_sum(sum_part, 8);
    if (i < rows)
        sums[i] = sum;
}

// when.c:55: kernel row_sums_each
__global__ void row_sums_each(const float *__restrict__ a, float *__restrict__ sums, int rows, int columns)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < rows) {
        float sum = 0;
        for (int j = 0; j < columns; j++)
            sum += a[i * columns + j];
        sums[i] = sum;
    }
}

// Sizes of blocks by what is known at the launch, the first line that counts; what cannot be is not asked.
static void row_sums(int rows, int columns, const float *a, float *sums)
{
    hicuda_require(0 <= rows * columns, "when.c:51: the section of `a` ends before it starts");
    float *d_a2;
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof(float) * (rows * columns)), "when.c:51: global alloc a[0:rows*columns-1] copyin");
    hicuda_check(cudaMemcpy(d_a2, a, sizeof(float) * (rows * columns), cudaMemcpyHostToDevice), "when.c:51: global alloc a[0:rows*columns-1] copyin");
    hicuda_require(0 <= rows, "when.c:52: the section of `sums` ends before it starts");
    float *d_sums2;
    hicuda_check(cudaMalloc((void **)&d_sums2, sizeof(float) * rows), "when.c:52: global alloc sums[0:rows-1]");
    if (columns >= 32) {
        if ((rows + 3) / 4 > 0) {
            row_sums_wide<<<(rows + 3) / 4, dim3(32, 4)>>>(d_a2, d_sums2, rows, columns);
            hicuda_launched(cudaGetLastError(), "when.c:53: kernel row_sums_wide thread(4, 32)");
        }
    } else {
        if (columns >= 8 && rows > 3) {
            if ((rows + 15) / 16 > 0) {
                row_sums_some<<<(rows + 15) / 16, dim3(8, 16)>>>(d_a2, d_sums2, rows, columns);
                hicuda_launched(cudaGetLastError(), "when.c:54: kernel row_sums_some thread(16, 8)");
            }
        } else {
            if ((rows + 63) / 64 > 0) {
                row_sums_each<<<(rows + 63) / 64, 64>>>(d_a2, d_sums2, rows, columns);
                hicuda_launched(cudaGetLastError(), "when.c:55: kernel row_sums_each thread(64)");
            }
        }
    }
    hicuda_require(0 <= rows, "when.c:65: the section of `sums` ends before it starts");
    hicuda_check(cudaMemcpy(sums, d_sums2, sizeof(float) * rows, cudaMemcpyDeviceToHost), "when.c:65: global copyout sums[0:rows-1]");
    hicuda_check(cudaFree(d_a2), "when.c:66: global free a sums");
    hicuda_check(cudaFree(d_sums2), "when.c:66: global free a sums");
}

int main(void)
{
    for (int i = 0; i < 4096; i++)
        a[i] = i % 17;
    double all = 0;
    for (int columns = 1; columns <= 64; columns += 9) {
        scale(4096 / columns, columns, a, b);
        add_up(columns, 60 + columns);
        for (int i = 0; i < 64; i++)
            all += sums[i];
        row_sums(columns, 4096 / 64, a, sums);
        row_sums(64, columns % 40, a, sums);
        for (int i = 0; i < 64; i++)
            all += sums[i] * (i + 1) + b[i * 7];
    }
    printf("%.1f\n", all);
    return 0;
}
