// Memory of three dimensions has no place in OpenCL 1.2.
//@ port: opencl
__global__ void set(int *a) { *a = 1; }

int main()
{
    cudaExtent size = make_cudaExtent(4, 4, 4);
    cudaPitchedPtr box;
    cudaMalloc3D(&box, size);
    set<<<1, 1>>>((int *)box.ptr);
    return cudaDeviceSynchronize();
}
