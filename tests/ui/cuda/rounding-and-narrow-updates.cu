//@ run: cpu
// Arithmetic that rounds in a direction of its own, and updates of 16 bits.
#include <stdio.h>

__global__ void round_all(float *f, double *d, int *c)
{
    int i = threadIdx.x;
    float a = 1.0f + i * 0.37f, b = 3.0f - i * 0.11f;
    double x = 1.0 + i / 7.0, y = 3.0 - i / 11.0;
    f[i] = __fadd_rz(a, b) + 2 * __fsub_ru(a, b) + 3 * __fmul_rd(a, b) + 4 * __fdiv_rz(a, b);
    f[i] += __fmaf_ru(a, b, 1e-9f) + __fsqrt_rd(a) + __frcp_ru(b);
    d[i] = __dadd_rz(x, y) + 2 * __dsub_ru(x, y) + 3 * __dmul_rd(x, y) + 4 * __ddiv_rz(x, y);
    d[i] += __fma_rd(x, y, 1e-20) + __dsqrt_ru(x) + __drcp_rd(y);
    c[i] = (__fadd_ru(1.0f, 1e-20f) > 1.0f) + 2 * (__fmul_rz(-a, 1e-30f) < 0) + 4 * (__ddiv_ru(x, 3.0) * 3.0 >= x);
    f[i] += __double2float_rd(x) - __double2float_ru(y) + (__int2float_rz(16777217 + i) - 16777216);
}

__global__ void narrow(unsigned short *counters)
{
    unsigned short old = counters[blockDim.x], assumed;
    do {
        assumed = old;
        old = atomicCAS(&counters[threadIdx.x % 3], assumed, (unsigned short)(assumed + 1));
    } while (old != assumed);
}

int main()
{
    float f[32], *d_f;
    double d[32], *d_d;
    int c[32], *d_c;
    unsigned short counters[97] = {}, *d_counters;
    cudaMalloc(&d_f, sizeof f);
    cudaMalloc(&d_d, sizeof d);
    cudaMalloc(&d_c, sizeof c);
    cudaMalloc(&d_counters, sizeof counters);
    cudaMemcpy(d_counters, counters, sizeof counters, cudaMemcpyHostToDevice);
    round_all<<<1, 32>>>(d_f, d_d, d_c);
    narrow<<<1, 96>>>(d_counters);
    cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
    cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);
    cudaMemcpy(counters, d_counters, sizeof counters, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i += 5)
        printf("%a %a %d\n", f[i], d[i], c[i]);
    printf("%d %d %d\n", counters[0], counters[1], counters[2]);
    cudaFree(d_f);
    cudaFree(d_d);
    cudaFree(d_c);
    cudaFree(d_counters);
}
