// The launch comes before the last argument.
//~ clEnqueueNDRangeKernel: argument 1 (`k`) of `scale` was not set (-52)
#include "../host.h"

int main(void)
{
    float a[16] = {0};
    size_t global = 16;
    open_device();
    build("__kernel void scale(__global float *a, float k) { a[get_global_id(0)] *= k; }", "");
    cl_mem m = buffer(sizeof a, a);
    cl_kernel scale = kernel("scale");
    arguments(scale, "m", m);
    printf("%d\n", clEnqueueNDRangeKernel(queue, scale, 1, NULL, &global, NULL, 0, NULL, NULL));
    clReleaseMemObject(m);
    clReleaseKernel(scale);
    return 0;
}
