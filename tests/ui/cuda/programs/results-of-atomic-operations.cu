//@ run: cpu
// What was there before an atomic operation, also of those that are loops elsewhere; counters that begin anew.
#include <stdio.h>

__global__ void tickets(float *sum, int *seen, unsigned *ring, unsigned *back, unsigned long long *most, int *above)
{
    int i = threadIdx.x;
    // All sums up to here are whole numbers, and each is seen once.
    seen[(int)atomicAdd(sum, 1.0f)] = 1;
    atomicInc(ring, 4);
    atomicDec(back, 6);
    if (atomicMax(most, (unsigned long long)i * i) < (unsigned long long)i * i)
        atomicAdd(above, 1);
}

__global__ void turns(unsigned *ring, unsigned *out)
{
    for (int i = 0; i < 8; i++)
        out[i] = atomicInc(ring, 2) * 10 + atomicDec(ring + 1, 2);
}

int main(void)
{
    const int n = 64;
    float *sum, total;
    int *seen, *above, h_seen[n], all = 0, increases;
    unsigned *ring, *out, h_ring[2], h_out[8];
    unsigned long long *most, largest;
    cudaMalloc(&sum, sizeof(float));
    cudaMalloc(&seen, n * sizeof(int));
    cudaMalloc(&above, sizeof(int));
    cudaMalloc(&ring, 2 * sizeof(unsigned));
    cudaMalloc(&out, 8 * sizeof(unsigned));
    cudaMalloc(&most, sizeof(unsigned long long));
    cudaMemset(sum, 0, sizeof(float));
    cudaMemset(seen, 0, n * sizeof(int));
    cudaMemset(above, 0, sizeof(int));
    cudaMemset(ring, 0, 2 * sizeof(unsigned));
    cudaMemset(most, 0, sizeof(unsigned long long));
    tickets<<<1, n>>>(sum, seen, ring, ring + 1, most, above);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(h_seen, seen, sizeof h_seen, cudaMemcpyDeviceToHost);
    cudaMemcpy(h_ring, ring, sizeof h_ring, cudaMemcpyDeviceToHost);
    cudaMemcpy(&largest, most, sizeof largest, cudaMemcpyDeviceToHost);
    cudaMemcpy(&increases, above, sizeof increases, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        all += h_seen[i];
    printf("%g, %d seen; %u %u; %llu, increased: %s\n", total, all, h_ring[0], h_ring[1], largest, increases > 0 ? "yes" : "no");
    cudaMemset(ring, 0, 2 * sizeof(unsigned));
    turns<<<1, 1>>>(ring, out);
    cudaMemcpy(h_out, out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%02u ", h_out[i]);
    printf("\n");
    return 0;
}
