//@ emit: cuda cpu
//@ run: cpu
// What is tested is the same for all columns of a thread: it is read once, where the thread has a column. The sum that
// the program keeps in memory is in registers while the loops run.
#include <stdio.h>

#define SIDE 3

int image[40][70], mask[SIDE][SIDE], sums[40][70], bright[40];

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

// tests-of-memory.c:17: kernel matches
__global__ void matches(const int (*__restrict__ image)[70], const int (*__restrict__ mask)[3], const int *__restrict__ bright, int (*__restrict__ sums)[70], int rows, int columns)
{
    int m = blockIdx.y * 4 + threadIdx.y;
    if (m < rows) {
        int n = blockIdx.x * 32 + threadIdx.x;
        int sums_sum[4];
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sums_sum[u] = 1;
        for (int i = 0; i < SIDE; i++) {
            #pragma unroll
            for (int j = 0; j < SIDE; j++) {
                int twice[4] = {};
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    if (n + 8 * u < columns)
                        twice[u] = 2 * image[i + m][j + (n + 8 * u)];
                }
                if (n < columns && (mask[i][j] > 1 && bright[m] != 0)) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++)
                        sums_sum[u] += twice[u];
                } else if (n < columns && mask[i][j] != 0) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++) {
                        if (n + 8 * u < columns)
                            sums_sum[u] -= image[i + m][j + (n + 8 * u)];
                    }
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (n + 8 * u < columns)
                sums[m][n + 8 * u] = sums_sum[u];
        }
    }
}

void match(int rows, int columns)
{
    int (*d_image)[70];
    hicuda_check(cudaMalloc((void **)&d_image, sizeof image), "tests-of-memory.c:13: global alloc image[*][*] copyin");
    hicuda_check(cudaMemcpy(d_image, image, sizeof image, cudaMemcpyHostToDevice), "tests-of-memory.c:13: global alloc image[*][*] copyin");
    int (*d_mask)[3];
    hicuda_check(cudaMalloc((void **)&d_mask, sizeof mask), "tests-of-memory.c:14: global alloc mask[*][*] copyin");
    hicuda_check(cudaMemcpy(d_mask, mask, sizeof mask, cudaMemcpyHostToDevice), "tests-of-memory.c:14: global alloc mask[*][*] copyin");
    int *d_bright;
    hicuda_check(cudaMalloc((void **)&d_bright, sizeof bright), "tests-of-memory.c:15: global alloc bright[*] copyin");
    hicuda_check(cudaMemcpy(d_bright, bright, sizeof bright, cudaMemcpyHostToDevice), "tests-of-memory.c:15: global alloc bright[*] copyin");
    int (*d_sums)[70];
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "tests-of-memory.c:16: global alloc sums[*][*] copyin");
    hicuda_check(cudaMemcpy(d_sums, sums, sizeof sums, cudaMemcpyHostToDevice), "tests-of-memory.c:16: global alloc sums[*][*] copyin");
    if ((rows + 3) / 4 > 0 && (columns + 31) / 32 > 0) {
        hicuda_require((rows + 3) / 4 <= 65535, "tests-of-memory.c:17: kernel matches tblock((rows + 3) / 4, (columns + 31) / 32) thread(4, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        matches<<<dim3((columns + 31) / 32, (rows + 3) / 4), dim3(8, 4)>>>(d_image, d_mask, d_bright, d_sums, rows, columns);
        hicuda_launched(cudaGetLastError(), "tests-of-memory.c:17: kernel matches tblock((rows + 3) / 4, (columns + 31) / 32) thread(4, 8)");
    }
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "tests-of-memory.c:33: global copyout sums[*][*]");
    hicuda_check(cudaFree(d_sums), "tests-of-memory.c:34: global free sums image mask bright");
    hicuda_check(cudaFree(d_image), "tests-of-memory.c:34: global free sums image mask bright");
    hicuda_check(cudaFree(d_mask), "tests-of-memory.c:34: global free sums image mask bright");
    hicuda_check(cudaFree(d_bright), "tests-of-memory.c:34: global free sums image mask bright");
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 40; i++) {
        bright[i] = i % 3;
        for (int j = 0; j < 70; j++)
            image[i][j] = (i * 7 + j * 5) % 11;
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        mask[i / SIDE][i % SIDE] = i % 4;
    match(37, 67);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 70; j++)
            total = total * 3 + sums[i][j];
    printf("%d\n", total);
    return 0;
}
