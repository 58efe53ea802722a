// Memory that host and device share has no place in OpenCL 1.2.
//@ port: opencl
__global__ void set(int *a) { *a = 1; }

int main()
{
    int *a;
    cudaMallocManaged(&a, sizeof *a);
    set<<<1, 1>>>(a);
    return cudaDeviceSynchronize();
}
