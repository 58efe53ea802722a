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
    fill<<<a, 64>>>(a); //~ E0480 the grid of a launch is a `dim3` or an integer
    fill<<<4, 64.0f>>>(a); //~ E0480 the thread block of a launch is a `dim3` or an integer
    fill<<<4, 64, a>>>(a); //~ E0480 the number of bytes of shared memory of a launch is an integer
}
