// The lecture's FFT of length 1024 in CUDA: the kernel of fft.cl, with the points of a thread in registers and
// the exchange in shared memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 1024
#define BATCH 4
#define N (LENGTH * BATCH)

__device__ float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 plus(float2 a, float2 b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}

__device__ float2 minus(float2 a, float2 b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}

// exp(-2 pi i k / n)
__device__ float2 root(int k, int n)
{
    float s, c;
    sincosf(-2.0f * 3.14159265358979f * k / n, &s, &c);
    return make_float2(c, s);
}

__device__ void radix4(float2 *data)
{
    float2 a = plus(data[0], data[2]), b = minus(data[0], data[2]);
    float2 c = plus(data[1], data[3]), d = minus(data[1], data[3]);
    d = make_float2(d.y, -d.x);
    data[0] = plus(a, c);
    data[1] = plus(b, d);
    data[2] = minus(a, c);
    data[3] = minus(b, d);
}

__device__ void radix16(float2 *data)
{
    float2 row[16];
    for (int n = 0; n < 4; n++) {
        for (int k = 0; k < 4; k++)
            row[4 * n + k] = data[n + 4 * k];
        radix4(row + 4 * n);
    }
    for (int k = 0; k < 4; k++) {
        float2 column[4];
        for (int n = 0; n < 4; n++)
            column[n] = times(row[4 * n + k], root(n * k, 16));
        radix4(column);
        for (int n = 0; n < 4; n++)
            data[k + 4 * n] = column[n];
    }
}

__device__ void twiddle(float2 *data, int i, int length)
{
    for (int k = 1; k < 16; k++)
        data[k] = times(data[k], root(i * k, length));
}

// Every thread puts its points in a column, and takes others: those from `index` on, four by four.
__device__ void shuffle(float2 *data, float *x, float *y, int index, int row, int step, int fours)
{
    for (int i = 0; i < 16; i++) {
        x[i * row + threadIdx.x] = data[i].x;
        y[i * row + threadIdx.x] = data[i].y;
    }
    __syncthreads();
    for (int i = 0; i < 16; i++) {
        int at = index + (i / 4) * fours + (i % 4) * step;
        data[i] = make_float2(x[at], y[at]);
    }
    __syncthreads();
}

__global__ void fft1D_1024(const float2 *in, float2 *out)
{
    __shared__ float x[65 * 16], y[65 * 16];
    int tid = threadIdx.x, first = blockIdx.x * 1024 + tid;
    float2 data[16];

    for (int i = 0; i < 16; i++)
        data[i] = in[first + i * 64];
    radix16(data);
    twiddle(data, tid, 1024);
    shuffle(data, x, y, (tid & 15) * 65 + (tid >> 4), 65, 4, 16);
    radix16(data);
    twiddle(data, tid >> 4, 64);
    shuffle(data, x, y, (tid >> 4) * 64 + (tid & 15), 64, 16, 256);
    for (int g = 0; g < 4; g++) {
        radix4(data + 4 * g);
        for (int j = 0; j < 4; j++)
            out[first + (g + 4 * j) * 64] = data[4 * g + j];
    }
}

static float2 data[N], result[N];

// The largest difference from a plain DFT, against the largest value.
static double worst_difference(void)
{
    double worst = 0, largest = 0;
    for (int b = 0; b < BATCH; b++)
        for (int k = 0; k < LENGTH; k += 37) {
            double re = 0, im = 0;
            for (int n = 0; n < LENGTH; n++) {
                double angle = -2 * acos(-1.0) * ((long)n * k % LENGTH) / LENGTH;
                float2 v = data[b * LENGTH + n];
                re += v.x * cos(angle) - v.y * sin(angle);
                im += v.x * sin(angle) + v.y * cos(angle);
            }
            float2 found = result[b * LENGTH + k];
            worst = fmax(worst, hypot(found.x - re, found.y - im));
            largest = fmax(largest, hypot(re, im));
        }
    return worst / largest;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        data[i].x = (float)(i * 37 % 101) / 101 - 0.5f;
        data[i].y = (float)(i * 53 % 97) / 97 - 0.5f;
    }
    float2 *in, *out;
    cudaMalloc((void **)&in, sizeof data);
    cudaMalloc((void **)&out, sizeof result);
    cudaMemcpy(in, data, sizeof data, cudaMemcpyHostToDevice);
    fft1D_1024<<<BATCH, 64>>>(in, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    int passed = worst_difference() < 1e-5;
    printf("FFT of %d points, %d times: %s\n", LENGTH, BATCH, passed ? "PASSED" : "FAILED");
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
