// In OpenCL: mathematics, bits, atomic operations, vectors, memory shared in places and by the launch.
//@ run: processor
#include <stdio.h>
#include <math.h>

template <typename T, int N> __device__ T power(T x)
{
    T all = 1;
    for (int i = 0; i < N; i++)
        all *= x;
    return all;
}

__device__ void exchange(int &a, int &b) { int t = a; a = b; b = t; }

__global__ void words(float *f, int *n, unsigned long long *wide, float4 *v, bool flag)
{
    extern __shared__ float row[];
    int t = threadIdx.x;
    float x = 0.25f * (t + 1);
    row[t] = sqrtf(x) + fabsf(-x) + rsqrtf(x) + powf(x, 2.0f) + fminf(x, 1.0f) + expf(-x) + fmaf(x, x, 1.0f);
    __syncthreads();
    f[t] = floorf(16 * row[blockDim.x - 1 - t]) / 16;
    if (flag) {
        __shared__ int last[4];
        if (t < 4)
            last[t] = t * t;
        __syncthreads();
        n[t] = last[t % 4] + __popc(t) + max(t, 5) + min(3, t) + abs(t - 8) + (int)power<int, 3>(t);
    }
    int a = t, b = 7;
    exchange(a, b);
    atomicMax(&n[32], a + b);
    atomicAdd(&n[33], 2);
    atomicCAS(&n[34], 0, 5);
    atomicAdd(wide, 1ull << 33);
    atomicExch(&n[35], 9);
    float4 own = make_float4(x, 2 * x, 3 * x, 4 * x);
    own.w += __int_as_float(__float_as_int(1.0f));
    v[t] = own;
}

int main()
{
    float f[32], *d_f;
    int n[36] = { 0 }, *d_n, check = 0;
    unsigned long long wide = 0, *d_wide;
    float4 v[32], *d_v;
    cudaMalloc(&d_f, sizeof f), cudaMalloc(&d_n, sizeof n), cudaMalloc(&d_wide, sizeof wide), cudaMalloc(&d_v, sizeof v);
    cudaMemset(d_n, 0, sizeof n);
    cudaMemset(d_wide, 0, sizeof wide);
    words<<<1, dim3(32), 32 * sizeof(float)>>>(d_f, d_n, d_wide, d_v, true);
    cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpy(n, d_n, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost);
    cudaMemcpy(&wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 36; i++)
        check = check * 31 + n[i];
    float sum = 0, lanes = 0;
    for (int i = 0; i < 32; i++)
        sum += f[i], lanes += v[i].x + v[i].y + v[i].z + v[i].w;
    printf("%.4f %.2f %d %llu\n", sum, lanes, check, wide);
    return 0;
}
