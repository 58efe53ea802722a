// Shared variables begin with no value.
__global__ void k(int *a)
{
    __shared__ int total = 0; //~ E0936 the shared variable `total` has an initialiser
    total = a[threadIdx.x];
    a[threadIdx.x] = total;
}
