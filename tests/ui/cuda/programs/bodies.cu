//@ run: cpu h200
// Bodies that come by in tiles; vector types and a struct of pointers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 64
#define SOFTENING 1e-9f

typedef struct { float4 *pos, *vel; } BodySystem;

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float invDist = rsqrtf(distSqr);
    float s = bj.w * invDist * invDist * invDist;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void bodyForce(float4 *p, float4 *v, float dt, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    float3 acc = make_float3(0.0f, 0.0f, 0.0f);
    __shared__ float4 spos[BLOCK_SIZE];
    for (int tile = 0; tile < gridDim.x; tile++) {
        spos[threadIdx.x] = p[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < BLOCK_SIZE; j++)
            acc = bodyBodyInteraction(p[i], spos[j], acc);
        __syncthreads();
    }
    v[i].x += dt * acc.x;
    v[i].y += dt * acc.y;
    v[i].z += dt * acc.z;
}

__global__ void integrate(BodySystem s, float dt, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    float4 p = s.pos[i], v = s.vel[i];
    s.pos[i] = make_float4(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.w);
}

int main(const int argc, const char **argv)
{
    int nBodies = 256;
    if (argc > 1) nBodies = atoi(argv[1]);
    const float dt = 0.01f;
    const int nIters = 3;
    int bytes = 2 * nBodies * sizeof(float4);
    float *buf = (float *)malloc(bytes);
    BodySystem h = {(float4 *)buf, ((float4 *)buf) + nBodies};
    for (int i = 0; i < 8 * nBodies; i++) buf[i] = 2.0f * (rand() / (float)RAND_MAX) - 1.0f;
    for (int i = 0; i < nBodies; i++) h.pos[i].w = 0.01f;
    float *d_buf;
    cudaMalloc(&d_buf, bytes);
    BodySystem d = {(float4 *)d_buf, ((float4 *)d_buf) + nBodies};
    int nBlocks = (nBodies + BLOCK_SIZE - 1) / BLOCK_SIZE;
    cudaMemcpy(d_buf, buf, bytes, cudaMemcpyHostToDevice);
    for (int iter = 1; iter <= nIters; iter++) {
        bodyForce<<<nBlocks, BLOCK_SIZE>>>(d.pos, d.vel, dt, nBodies);
        integrate<<<nBlocks, BLOCK_SIZE>>>(d, dt, nBodies);
    }
    cudaMemcpy(buf, d_buf, bytes, cudaMemcpyDeviceToHost);
    double momentum = 0;
    for (int i = 0; i < nBodies; i++) momentum += h.vel[i].x;
    printf("%d bodies, position 0: %.2f %.2f %.2f\n", nBodies, h.pos[0].x, h.pos[0].y, h.pos[0].z);
    free(buf);
    cudaFree(d_buf);
}
