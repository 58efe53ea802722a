//@ run: cpu sim
// `return {…};` of a vector, a struct, one with a constructor, and a number.
#include <cstdio>

struct span {
    int from, to;
};
struct point {
    float x, y;
    __device__ point(float a, float b) : x(a), y(b) {}
};

__device__ span around(int i)
{
    return {i - 1, i + 1};
}
__device__ point turned(float x, float y)
{
    return {-y, x};
}
__device__ float4 spread(float x)
{
    return {x, x + 1};
}
__device__ int none()
{
    return {};
}

__global__ void all(float *out)
{
    span s = around(5);
    point p = turned(2, 3);
    float4 v = spread(7);
    out[0] = s.from * 10 + s.to;
    out[1] = p.x * 10 + p.y;
    out[2] = v.x + v.y + v.z + v.w + none();
}

int main()
{
    float *out;
    cudaMallocManaged(&out, 3 * sizeof(float));
    all<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", out[0], out[1], out[2]);
    cudaFree(out);
    return 0;
}
