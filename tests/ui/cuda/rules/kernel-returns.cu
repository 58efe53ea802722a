// A kernel returns nothing.
__global__ int k(int *a) //~ E0932 the kernel `k` returns a value
{
    a[0] = 1;
    return 0;
}
