// A block has 8 rows of 256 places; the part of the image that they see is in shared memory, the mask in constant
// memory. A thread has eight places beside each other: of the 15 pixels that eight columns of the mask need it reads
// each once, into registers. Rows in shared memory have a gap after each 32 pixels, because threads read every eighth.
extern "C" {
#include "template.h"
}
#include "../hand.h"

constexpr int RUN = 8, COLUMNS = 8, ROWS = 8, WIDTH = 32 * RUN;
constexpr int SEEN_ROWS = ROWS + SIDE - 1, SEEN_COLUMNS = WIDTH + SIDE - 1;
constexpr int PITCH = SEEN_COLUMNS + SEEN_COLUMNS / 32 + 1;
constexpr int SHARED = SEEN_ROWS * PITCH * sizeof(float);
static_assert(SIDE % COLUMNS == 0, "whole runs of columns");

__constant__ int template_mask[SIDE][SIDE];

__global__ void __launch_bounds__(32 * ROWS)
matched(const float *__restrict__ image, float *__restrict__ th, float scale, float bias)
{
    extern __shared__ float seen[];
    const int top = blockIdx.y * ROWS, left = blockIdx.x * WIDTH;
    for (int r = threadIdx.y; r < SEEN_ROWS; r += ROWS)
        for (int c = threadIdx.x; c < SEEN_COLUMNS; c += 32)
            seen[r * PITCH + c + c / 32] =
                top + r < SIZE && left + c < SIZE ? image[(top + r) * SIZE + left + c] : 0;
    __syncthreads();
    float sum[RUN] = {};
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j += COLUMNS) {
            float window[RUN + COLUMNS - 1];
#pragma unroll
            for (int k = 0; k < RUN + COLUMNS - 1; k++) {
                const int c = threadIdx.x * RUN + j + k;
                window[k] = seen[(threadIdx.y + i) * PITCH + c + c / 32];
            }
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
                if (template_mask[i][j + k] != 0) {
#pragma unroll
                    for (int u = 0; u < RUN; u++)
                        sum[u] += window[k + u];
                }
        }
    const int m = top + threadIdx.y, n = left + threadIdx.x * RUN;
    if (m < PLACES) {
#pragma unroll
        for (int u = 0; u < RUN; u++)
            if (n + u < PLACES)
                th[m * PLACES + n + u] = sum[u] * scale - bias;
    }
}

extern "C" void match(const float image[SIZE][SIZE], const int mask[SIDE][SIDE], float th[PLACES][PLACES], float scale,
                      float bias)
{
    Device<float> from(image, SIZE * SIZE), to(PLACES * PLACES);
    CHECK(cudaMemcpyToSymbol(template_mask, mask, SIDE * SIDE * sizeof(int)));
    CHECK(cudaFuncSetAttribute(matched, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    matched<<<dim3((PLACES + WIDTH - 1) / WIDTH, (PLACES + ROWS - 1) / ROWS), dim3(32, ROWS), SHARED>>>(
        from, to, scale, bias);
    to.copy_to(th);
}
