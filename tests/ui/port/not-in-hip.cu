// What HIP does not have is refused at its line.
//@ port: hip
#include <cuda_pipeline.h>

__global__ void wait(int *flags, int v)
{
    __pipeline_wait_prior(0);
#if __CUDA_ARCH__ >= 700
    __nanosleep(v);
#endif
    flags[threadIdx.x] = __reduce_add_sync(~0u, v);
}

int main()
{
    return 0;
}
