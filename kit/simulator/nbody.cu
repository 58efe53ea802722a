/* Forces between 4096 bodies: arithmetic, and a word of shared memory at a time. */
#include <stdio.h>
#define N 4096
#define BLOCK 128

__global__ void forces(float4 *force, const float4 *body)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 me = body[i];
    float x = 0, y = 0, z = 0;
    for (int k = 0; k < N; k += BLOCK) {
        tile[threadIdx.x] = body[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < BLOCK; j++) {
            float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float weight = tile[j].w * inverse * inverse * inverse;
            x += dx * weight;
            y += dy * weight;
            z += dz * weight;
        }
        __syncthreads();
    }
    force[i] = make_float4(x, y, z, 0);
}

static float4 body[N], force[N];

int main(void)
{
    float4 *device_body, *device_force;
    for (int i = 0; i < N; i++) {
        body[i].x = i % 17;
        body[i].y = i % 13;
        body[i].z = i % 11;
        body[i].w = 1;
    }
    cudaMalloc((void **)&device_body, sizeof body);
    cudaMalloc((void **)&device_force, sizeof force);
    cudaMemcpy(device_body, body, sizeof body, cudaMemcpyHostToDevice);
    forces<<<N / BLOCK, BLOCK>>>(device_force, device_body);
    cudaMemcpy(force, device_force, sizeof force, cudaMemcpyDeviceToHost);
    cudaFree(device_body);
    cudaFree(device_force);
    printf("%.3f\n", force[1].x);
    return 0;
}
