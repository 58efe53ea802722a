// A range that is no whole number of groups.
//~ clEnqueueNDRangeKernel: `k`: 100 work items in dimension 0 are no whole number of groups of 64 (-54)
#include "../host.h"

int main(void)
{
    float a[128];
    size_t global = 100, local = 64;
    open_device();
    build("__kernel void k(__global float *a) { a[get_global_id(0)] = 1; }", "");
    cl_mem m = buffer(sizeof a, NULL);
    cl_kernel k = kernel("k");
    arguments(k, "m", m);
    printf("%d\n", clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL));
    clReleaseMemObject(m);
    clReleaseKernel(k);
    return 0;
}
