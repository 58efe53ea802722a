// A kernel is launched, not called; its address may be passed around.
__global__ void fill(float *a)
{
    a[threadIdx.x] = 1;
}

void run(float *a)
{
    fill(a);   //~ E0483 the kernel `fill` is called without `<<<…>>>`
    (*fill)(a); //~ E0483 the kernel `fill` is called without
    cudaFuncSetCacheConfig(fill, cudaFuncCachePreferL1);
    fill<<<1, 64>>>(a);
}
