// A buffer where the kernel has an image.
//~ clSetKernelArg: argument 0 (`from`) of `first` is no image of its type (-38)
#include "../host.h"

int main(void)
{
    float a[16] = {0};
    open_device();
    build("__kernel void first(read_only image2d_t from, __global float *to)\n"
          "{ to[get_global_id(0)] = read_imagef(from, CLK_FILTER_NEAREST, (int2)(0, 0)).x; }",
          "");
    cl_mem m = buffer(sizeof a, a);
    cl_kernel first = kernel("first");
    printf("%d\n", clSetKernelArg(first, 0, sizeof m, &m));
    clReleaseMemObject(m);
    clReleaseKernel(first);
    return 0;
}
