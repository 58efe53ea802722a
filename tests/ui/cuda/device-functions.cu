//@ run: cpu
// Functions that kernels call: the program's own, CUDA's integers, conversions,
// atomics and vector types, and mathematics of the type of its arguments.
#include <math.h>
#include <stdio.h>

struct point {
    float x, y;
};

__constant__ struct point corners[2] = {{1.0f, 2.0f}, {3.0f, 5.0f}};
__device__ int last = 7;

__device__ static float dot(struct point a, struct point b)
{
    return a.x * b.x + a.y * b.y;
}

__host__ __device__ int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

__device__ int lane(void)
{
    return threadIdx.x % warpSize;
}

__global__ void integers(int *out)
{
    int i = threadIdx.x;
    int *mine = out + 12 * i;
    mine[0] = __mul24(i - 20, 1000) + clamp(i, 10, 20);
    mine[1] = (int)__umulhi(0x80000000u + i, 6u);
    mine[2] = __popc(i * 77) + 100 * __clz(i) + 10000 * __ffs(i);
    mine[3] = (int)__brev(i);
    mine[4] = (int)__byte_perm(0x01020304, 0x05060708, 0x7250 + i % 4);
    mine[5] = (int)__sad(i, 9, 1) + max(i, 12) + min(-i, 3) + abs(i - 16);
    mine[6] = __float2int_rn(i * 0.5f) + 100 * __float2int_rz(-i * 0.3f) + 10000 * __float2int_rd(i * 0.25f);
    mine[7] = __float_as_int(i * 1.5f);
    mine[8] = (int)(__funnelshift_l(0x80000001u, i, 1));
    mine[9] = lane() + (int)dot(corners[0], corners[1]);
    mine[10] = (int)(sizeof(sqrt(1.0f)) * 10 + sizeof(sqrt(1.0)));
    mine[11] = (int)(1000 * (rsqrtf(4.0f) + fabs(-0.25f) + max(0.5f, 0.125f)));
}

__global__ void updates(int *ints, unsigned *counters, float *real)
{
    int i = threadIdx.x;
    atomicAdd(&ints[0], i);
    atomicMax(&ints[1], i * 7 % 50);
    atomicMin(&ints[2], -(i * 11 % 60));
    atomicOr(&ints[3], 1 << i % 9);
    atomicSub(&ints[4], 2);
    atomicAdd(real, 0.5f);
    atomicInc(&counters[0], 9);
    atomicDec(&counters[1], 6);
    int old = atomicAdd(&ints[5], 0), assumed;
    do {
        assumed = old;
        old = atomicCAS(&ints[5], assumed, assumed + 3);
    } while (old != assumed);
    if (i == 0)
        atomicExch(&last, 99);
}

__global__ void vectors(float4 *a, const float2 *b, double *out)
{
    int i = threadIdx.x;
    float2 v = b[i];
    a[i] = make_float4(v.x, v.y, v.x * v.y, (float)i);
    out[i] = a[i].x + a[i].y + a[i].z + a[i].w;
}

int main(void)
{
    static int out[12 * 32];
    int *d_out, ints[6] = {0, 0, 0, 0, 0, 0}, *d_ints, now;
    unsigned counters[2] = {0, 3}, *d_counters;
    float real = 1.0f, *d_real;
    cudaMalloc(&d_out, sizeof out);
    integers<<<1, 32>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 1; i < 32; i += 9) {
        for (int k = 0; k < 12; k++)
            printf("%d ", out[12 * i + k]);
        printf("\n");
    }

    cudaMalloc(&d_ints, sizeof ints);
    cudaMalloc(&d_counters, sizeof counters);
    cudaMalloc(&d_real, sizeof real);
    cudaMemcpy(d_ints, ints, sizeof ints, cudaMemcpyHostToDevice);
    cudaMemcpy(d_counters, counters, sizeof counters, cudaMemcpyHostToDevice);
    cudaMemcpy(d_real, &real, sizeof real, cudaMemcpyHostToDevice);
    updates<<<1, 100>>>(d_ints, d_counters, d_real);
    cudaMemcpy(ints, d_ints, sizeof ints, cudaMemcpyDeviceToHost);
    cudaMemcpy(counters, d_counters, sizeof counters, cudaMemcpyDeviceToHost);
    cudaMemcpy(&real, d_real, sizeof real, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&now, last, sizeof now);
    printf("%d %d %d %d %d %d %u %u %g %d\n", ints[0], ints[1], ints[2], ints[3], ints[4], ints[5], counters[0],
           counters[1], real, now);

    float2 pairs[8], *d_pairs;
    float4 *d_fours;
    double sums[8], *d_sums;
    for (int i = 0; i < 8; i++)
        pairs[i] = make_float2(i * 0.5f, 3.0f - i);
    cudaMalloc(&d_pairs, sizeof pairs);
    cudaMalloc(&d_fours, 8 * sizeof(float4));
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice);
    vectors<<<1, 8>>>(d_fours, d_pairs, d_sums);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%g ", sums[i]);
    printf("%d\n", clamp(5, 0, 3));
    cudaFree(d_out);
    cudaFree(d_ints);
    cudaFree(d_counters);
    cudaFree(d_real);
    cudaFree(d_pairs);
    cudaFree(d_fours);
    cudaFree(d_sums);
    return 0;
}
