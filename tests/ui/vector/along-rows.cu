//@ emit: cuda opencl
//@ run: cpu sim
// `vector(image)` in a loop along the rows: a window of neighbours serves several iterations, above the test that they make.
#include <stdio.h>

#ifndef ROWS
#define ROWS 21
#define COLUMNS 96
#define SIDE 9
#endif

static float image[ROWS][COLUMNS], sums[ROWS - SIDE + 1][COLUMNS - SIDE + 1];
static int mask[SIDE][SIDE];

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

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

// along-rows.c:17: kernel match
__global__ void match(const int (*__restrict__ mask)[9], const float (*__restrict__ image)[96], float (*__restrict__ sums)[88])
{
    int m = blockIdx.y * 4 + threadIdx.y;
    if (m < ROWS - SIDE + 1) {
        int n = blockIdx.x * 32 + threadIdx.x * 8;
        float sum[8];
        #pragma unroll
        for (int u = 0; u < 8; u++)
            sum[u] = 0;
        for (int i = 0; i < SIDE; i++) {
            int j = 0;
            if (n + 7 < COLUMNS - SIDE + 1 && (unsigned long)image % 16 == 0)
                for (; j < 1; j += 9) {
                    float image_now[16];
                    #pragma unroll
                    for (int k = 0; k < 16; k += 4)
                        memcpy(&image_now[k], __builtin_assume_aligned(&image[i + m][j + n + k], 16), 16);
                    #pragma unroll
                    for (int s = 0; s < 9; s++) {
                        if (mask[i][j + s] != 0) {
                            #pragma unroll
                            for (int u = 0; u < 8; u++)
                                sum[u] += image_now[s + u];
                        }
                    }
                }
            #pragma unroll 4
            for (; j < SIDE; j++) {
                if (n < COLUMNS - SIDE + 1 && mask[i][j] != 0) {
                    #pragma unroll
                    for (int u = 0; u < 8; u++) {
                        if (n + u < COLUMNS - SIDE + 1)
                            sum[u] += image[i + m][j + (n + u)];
                    }
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 8; u++) {
            if (n + u < COLUMNS - SIDE + 1)
                sums[m][n + u] = sum[u];
        }
    }
}

static void matched(void)
{
    match<<<dim3(3, 4), dim3(4, 4)>>>((int (*)[9])hicuda_copy_of(mask, "along-rows.c:17: kernel match thread(4, 4)"), (float (*)[96])hicuda_copy_of(image, "along-rows.c:17: kernel match thread(4, 4)"), (float (*)[88])hicuda_copy_of(sums, "along-rows.c:17: kernel match thread(4, 4)"));
    hicuda_launched(cudaGetLastError(), "along-rows.c:17: kernel match thread(4, 4)");
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            image[i][j] = (i * 37 + j * 11) % 101;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            mask[i][j] = (i + 2 * j) % 5 != 0;
    float (*d_image)[96];
    hicuda_check(cudaMalloc((void **)&d_image, sizeof image), "along-rows.c:41: global alloc image[*][*] copyin");
    hicuda_remember(image, 0, sizeof image, d_image, "along-rows.c:41: global alloc image[*][*] copyin");
    hicuda_check(cudaMemcpy(d_image, image, sizeof image, cudaMemcpyHostToDevice), "along-rows.c:41: global alloc image[*][*] copyin");
    int (*d_mask)[9];
    hicuda_check(cudaMalloc((void **)&d_mask, sizeof mask), "along-rows.c:42: global alloc mask[*][*] copyin");
    hicuda_remember(mask, 0, sizeof mask, d_mask, "along-rows.c:42: global alloc mask[*][*] copyin");
    hicuda_check(cudaMemcpy(d_mask, mask, sizeof mask, cudaMemcpyHostToDevice), "along-rows.c:42: global alloc mask[*][*] copyin");
    float (*d_sums)[88];
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "along-rows.c:43: global alloc sums[*][*]");
    hicuda_remember(sums, 0, sizeof sums, d_sums, "along-rows.c:43: global alloc sums[*][*]");
    matched();
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "along-rows.c:45: global copyout sums[*][*]");
    hicuda_check(cudaFree(d_image), "along-rows.c:46: global free image mask sums");
    hicuda_forget(image, "along-rows.c:46: global free image mask sums");
    hicuda_check(cudaFree(d_mask), "along-rows.c:46: global free image mask sums");
    hicuda_forget(mask, "along-rows.c:46: global free image mask sums");
    hicuda_check(cudaFree(d_sums), "along-rows.c:46: global free image mask sums");
    hicuda_forget(sums, "along-rows.c:46: global free image mask sums");
    for (int m = 0; m < ROWS - SIDE + 1; m++)
        for (int n = 0; n < COLUMNS - SIDE + 1; n++)
            sum += sums[m][n] * (1 + (m + n) % 3);
    printf("%g\n", sum);
    return 0;
}
