// Local memory is given by its size alone.
//~ clSetKernelArg: argument 1 (`t`) of `k` is local memory: its value is NULL (-50)
#include "../host.h"

int main(void)
{
    float t[16] = {0};
    open_device();
    build("__kernel void k(__global float *a, __local float *t) { t[get_local_id(0)] = 0; a[0] = t[0]; }", "");
    cl_kernel k = kernel("k");
    printf("%d\n", clSetKernelArg(k, 1, sizeof t, t));
    clReleaseKernel(k);
    return 0;
}
