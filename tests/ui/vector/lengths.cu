//@ emit: cuda
//@ run: cpu sim
// `vector` for every length, with rows that begin anywhere: what does not fit is read element by element.
#include <stdio.h>
#include <stdlib.h>

static double total;

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

// lengths.c:19: kernel filter
__global__ void filter(const float *__restrict__ a, float *__restrict__ b, int height, int width, int taps)
{
    for (int i = blockIdx.y * 2 + threadIdx.y; i < height; i += gridDim.y * 2) {
        int j = blockIdx.x * 32 + threadIdx.x * 4;
        float sum[4];
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] = 0;
        int k = 0;
        if (j + 3 < width - taps + 1 && (long)i * width + k + j >= 0 && ((long)i * width + k + j) % 4 == 0)
            for (; k < (long)taps - 7 && (long)i * width + k + j <= (long)height * (long)width - 12; k += 8) {
                float a_now[12];
                #pragma unroll
                for (int k2 = 0; k2 < 12; k2 += 4)
                    memcpy(&a_now[k2], __builtin_assume_aligned(&a[(long)i * width + k + j + k2], 16), 16);
                #pragma unroll
                for (int s = 0; s < 8; s++) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++)
                        sum[u] += a_now[s + u] * (k + s + 1);
                }
            }
        for (; k < taps; k++) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + u < width - taps + 1)
                    sum[u] += a[i * width + (j + u) + k] * (k + 1);
            }
        }
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (j + u < width - taps + 1)
                b[i * width + (j + u)] = sum[u];
        }
    }
}

/* Rows of `width` elements that lie one behind the other: only some of them begin at a multiple of 16 bytes. */
static void rows(int height, int width, int taps)
{
    int n = height * width;
    float *a = (float *)malloc(n * sizeof *a), *b = (float *)malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i * 7 % 13, b[i] = 0;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * height * width), "lengths.c:17: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * height * width, cudaMemcpyHostToDevice), "lengths.c:17: global alloc a[*][*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * height * width), "lengths.c:18: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(float) * height * width, cudaMemcpyHostToDevice), "lengths.c:18: global alloc b[*][*] copyin");
    if ((height + 1) / 2 > 0 && (width - taps + 32) / 32 > 0) {
        filter<<<dim3((width - taps + 32) / 32, (height + 1) / 2 < 65535 ? (height + 1) / 2 : 65535), dim3(8, 2)>>>(d_a, d_b, height, width, taps);
        hicuda_launched(cudaGetLastError(), "lengths.c:19: kernel filter thread(2, 8)");
    }
    hicuda_check(cudaMemcpy(b, d_b, sizeof(float) * height * width, cudaMemcpyDeviceToHost), "lengths.c:30: global copyout b[*][*]");
    hicuda_check(cudaFree(d_a), "lengths.c:31: global free a b");
    hicuda_check(cudaFree(d_b), "lengths.c:31: global free a b");
    for (int i = 0; i < n; i++)
        total += b[i] * (i % 7);
    free(a);
    free(b);
}

// lengths.c:43: kernel stencil
__global__ void stencil(float *__restrict__ b, const float *__restrict__ a, int first, int last)
{
    for (int i = first + blockIdx.x * 32 + threadIdx.x * 4; i < last + 1; i += 96) {
        if (i + 19 < last + 1 && (long)i - first >= 0 && ((long)i - first) % 4 == 0 && (long)i - first + 16 <= (long)last - ((long)first - 2) - 6) {
            float a_now[2][8];
            #pragma unroll
            for (int run = 0; run < 2; run++) {
                #pragma unroll
                for (int k = 0; k < 8; k += 4)
                    memcpy(&a_now[run][k], __builtin_assume_aligned(&a[(long)i - first + run * 16 + k], 16), 16);
            }
            #pragma unroll
            for (int u = 0; u < 8; u++)
                b[i + u % 4 + u / 4 * 16 - first] = a_now[u / 4][u % 4] + 2 * a_now[u / 4][u % 4 + 2] + 3 * a_now[u / 4][u % 4 + 3];
        } else if (i + 19 < last + 1) {
            #pragma unroll
            for (int u = 0; u < 8; u++)
                b[i + u % 4 + u / 4 * 16 - first] = a[i + u % 4 + u / 4 * 16 - 2 - (first - 2)] + 2 * a[i + u % 4 + u / 4 * 16 - (first - 2)] + 3 * a[i + u % 4 + u / 4 * 16 - (first - 2) + 1];
        } else {
            #pragma unroll
            for (int u = 0; u < 8; u++) {
                if (i + u % 4 + u / 4 * 16 < last + 1)
                    b[i + u % 4 + u / 4 * 16 - first] = a[i + u % 4 + u / 4 * 16 - 2 - (first - 2)] + 2 * a[i + u % 4 + u / 4 * 16 - (first - 2)] + 3 * a[i + u % 4 + u / 4 * 16 - (first - 2) + 1];
            }
        }
    }
}

/* A device copy that begins in the middle of the host's array, and neighbours on both sides. */
static void part(const float *a, float *b, int first, int last)
{
    hicuda_require(first - 2 <= last + 2, "lengths.c:41: the section of `a` ends before it starts");
    float *d_a2;
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof(float) * (last - (first - 2) + 2)), "lengths.c:41: global alloc a[first-2:last+1] copyin");
    hicuda_check(cudaMemcpy(d_a2, &a[first - 2], sizeof(float) * (last - (first - 2) + 2), cudaMemcpyHostToDevice), "lengths.c:41: global alloc a[first-2:last+1] copyin");
    hicuda_require(first <= last + 1, "lengths.c:42: the section of `b` ends before it starts");
    float *d_b2;
    hicuda_check(cudaMalloc((void **)&d_b2, sizeof(float) * (last - first + 1)), "lengths.c:42: global alloc b[first:last]");
    stencil<<<3, 4>>>(d_b2, d_a2, first, last);
    hicuda_launched(cudaGetLastError(), "lengths.c:43: kernel stencil tblock(3) thread(4)");
    hicuda_require(first <= last + 1, "lengths.c:48: the section of `b` ends before it starts");
    hicuda_check(cudaMemcpy(&b[first], d_b2, sizeof(float) * (last - first + 1), cudaMemcpyDeviceToHost), "lengths.c:48: global copyout b[first:last]");
    hicuda_check(cudaFree(d_a2), "lengths.c:49: global free a b");
    hicuda_check(cudaFree(d_b2), "lengths.c:49: global free a b");
}

int main(void)
{
    const int widths[] = { 1, 3, 4, 7, 16, 30, 31, 32, 33, 60 };
    static float a[80], b[80];
    for (int w = 0; w < 10; w++)
        for (int taps = 1; taps <= 21; taps += 4)
            if (taps <= widths[w])
                rows(5, widths[w], taps);
    for (int i = 0; i < 80; i++)
        a[i] = i * i % 17;
    for (int first = 2; first < 9; first++)
        for (int last = first; last < 79; last += 5) {
            part(a, b, first, last);
            for (int i = first; i <= last; i++)
                total += b[i] * (i % 5);
        }
    printf("%.0f\n", total);
    return 0;
}
