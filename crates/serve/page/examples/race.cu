/* The sum of a block, with a barrier missing: some threads read what others
 * have not written yet. Run it on the simulator, which names the line. */
#include <stdio.h>

#define THREADS 128

__global__ void sum(const float *a, float *result)
{
    __shared__ float part[THREADS];
    int t = threadIdx.x;
    part[t] = a[blockIdx.x * THREADS + t];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        /* __syncthreads() belongs here */
    }
    if (t == 0)
        result[blockIdx.x] = part[0];
}

int main(void)
{
    float a[THREADS], *device, *result, found;
    for (int i = 0; i < THREADS; i++)
        a[i] = 1;
    cudaMalloc((void **)&device, sizeof a);
    cudaMalloc((void **)&result, sizeof found);
    cudaMemcpy(device, a, sizeof a, cudaMemcpyHostToDevice);
    sum<<<1, THREADS>>>(device, result);
    cudaMemcpy(&found, result, sizeof found, cudaMemcpyDeviceToHost);
    printf("sum of %d ones: %g\n", THREADS, found);
    cudaFree(device);
    cudaFree(result);
    return 0;
}
