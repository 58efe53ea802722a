// Only kernels are launched.
__device__ float twice(float x)
{
    return 2 * x;
}

void run(void)
{
    twice<<<1, 1>>>(1); //~ E0481 `twice` is launched, but it is not a kernel
}
