//@ raise: c
//@ run: sim
// What a thread does to its parameters, the next thread must not see; struct names are C's.
#include <stdio.h>
#include <math.h>

struct pair {
    float x, y;
};

__constant__ float factor;

__device__ inline float length(pair p)
{
    return sqrt(p.x * p.x + p.y * p.y) * factor;
}

__global__ void lengths(float *out, const pair *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p += i;
        out += i;
        *out = max(length(*p), 2.0f);
    }
}

int main(void)
{
    pair p[10], *d_p;
    float out[10], *d_out, two = 2;
    for (int i = 0; i < 10; i++)
        p[i].x = p[i].y = i;
    cudaMalloc(&d_p, sizeof p);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpyToSymbol(factor, &two, sizeof two);
    cudaMemcpy(d_p, p, sizeof p, cudaMemcpyHostToDevice);
    lengths<<<1, 32>>>(d_out, d_p, 10);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", out[0], out[1], out[9]);
    return 0;
}
