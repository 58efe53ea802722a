// clSetKernelArg says that a `float` of the kernel is a `double`.
//~ clSetKernelArg: argument 1 (`k`) of `scale` has 4 bytes, not 8 (-51)
#include "../host.h"

int main(void)
{
    float a[16] = {0};
    double k = 2;
    open_device();
    build("__kernel void scale(__global float *a, float k) { a[get_global_id(0)] *= k; }", "");
    cl_mem m = buffer(sizeof a, a);
    cl_kernel scale = kernel("scale");
    arguments(scale, "m", m);
    printf("%d\n", clSetKernelArg(scale, 1, sizeof k, &k));
    clReleaseMemObject(m);
    clReleaseKernel(scale);
    return 0;
}
