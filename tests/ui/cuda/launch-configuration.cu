// What stands between the brackets of a launch.
__global__ void fill(float *a)
{
    a[threadIdx.x] = 1;
}

void run(float *a, cudaStream_t stream)
{
    dim3 grid(2, 2), block(16);
    fill<<<grid, block>>>(a);
    fill<<<4, dim3(8, 8), 16 * sizeof(float), stream>>>(a);
    fill<<<a, 64>>>(a); //~ E0480 the grid of a launch is a `dim3` or a number
    fill<<<4, a>>>(a); //~ E0480 the thread block of a launch is a `dim3` or a number
    fill<<<4, 64, a>>>(a); //~ E0480 the number of bytes of shared memory of a launch is a number
    // A number is cut off, as by `dim3` itself.
    fill<<<1000 / 256.0, 64.0f, 16.5>>>(a);
}
