// What OpenCL does not have is refused at its line: there are no warps.
//@ port: opencl
__global__ void sums(float *a)
{
    a[threadIdx.x] += __shfl_down_sync(0xffffffffu, a[threadIdx.x], 16);
}

int main()
{
    float *a;
    cudaMalloc(&a, 128);
    sums<<<1, 32>>>(a);
    return cudaDeviceSynchronize();
}
