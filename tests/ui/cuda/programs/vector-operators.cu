//@ run: cpu
// Operators and further forms of functions for CUDA's vectors, as many programs
// bring them along; two sums beside CUDA's own.
#include <stdio.h>

inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 make_float3(float4 v) { return make_float3(v.x, v.y, v.z); }
inline __host__ __device__ float4 make_float4(float3 v, float w) { return make_float4(v.x, v.y, v.z, w); }
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
inline __host__ __device__ float3 operator*(float s, float3 a) { return a * s; }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a = a + b; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ float3 fminf(float3 a, float3 b)
{
    return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
inline __host__ __device__ int clamp(int x, int low, int high) { return max(low, min(x, high)); }
inline __host__ __device__ float clamp(float x, float low, float high) { return fmaxf(low, fminf(x, high)); }
inline __host__ __device__ float3 normalize(float3 v) { return v * rsqrtf(dot(v, v)); }

// `double` as older devices had to add it.
__device__ double atomicAdd(double *at, double value, int)
{
    unsigned long long *bits = (unsigned long long *)at, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
    } while (seen != old);
    return __longlong_as_double(old);
}

__device__ float3 pull(float3 sum, float4 me, float4 other)
{
    float3 r = make_float3(other) - make_float3(me);
    float inverse = 1.0f / sqrtf(dot(r, r) + 0.25f);
    sum += other.w * inverse * inverse * inverse * r;
    return sum;
}

__global__ void pulls(const float4 *bodies, float3 *out, double *total, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 sum = make_float3(0.0f);
    for (int j = 0; j < n; j++)
        sum = pull(sum, bodies[i], bodies[j]);
    sum = fminf(sum, make_float3(5)) + make_float3(clamp(sum.x, -1.0f, 1.0f), clamp(i, 0, 3), fminf(1, 2));
    out[i] = sum;
    atomicAdd(total, (double)dot(make_float2(sum.x, 1), make_float2(1, sum.y)), 0);
    atomicAdd(count, 1);
}

int main()
{
    const int n = 64;
    float4 host[n];
    float3 back[n], sum = make_float3(0);
    for (int i = 0; i < n; i++)
        host[i] = make_float4(0.1f * make_float3(i, i % 5, i % 7), 1 + i % 3);
    float4 *bodies;
    float3 *out;
    double *total, all;
    int *count, counted;
    cudaMalloc(&bodies, sizeof(host));
    cudaMalloc(&out, sizeof(back));
    cudaMalloc(&total, sizeof(double));
    cudaMalloc(&count, sizeof(int));
    cudaMemset(total, 0, sizeof(double));
    cudaMemset(count, 0, sizeof(int));
    cudaMemcpy(bodies, host, sizeof(host), cudaMemcpyHostToDevice);
    pulls<<<(n + 31) / 32, 32>>>(bodies, out, total, count, n);
    cudaMemcpy(back, out, sizeof(back), cudaMemcpyDeviceToHost);
    cudaMemcpy(&all, total, sizeof(all), cudaMemcpyDeviceToHost);
    cudaMemcpy(&counted, count, sizeof(counted), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += back[i];
    float3 one = normalize(sum);
    printf("%.2f %.2f %.2f, %.2f, %.2f of %d\n", sum.x, sum.y, sum.z, dot(one, one), all, counted);
    cudaFree(bodies);
    cudaFree(out);
    cudaFree(total);
    cudaFree(count);
    return 0;
}
