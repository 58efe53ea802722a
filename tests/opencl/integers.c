#include "host.h"

int main(void)
{
    int out[32] = {0};
    start("integers.cl", "-cl-std=CL1.2 -w");
    cl_mem o = buffer(sizeof out, out);
    cl_kernel k = kernel("integers");
    arguments(k, "mii", o, 0x12345678, 0x00f0f00f);
    run(k, 1, 1);
    fetch(o, sizeof out, out);
    for (int n = 0; n < 21; n++)
        printf("%d\n", out[n]);
    clReleaseMemObject(o);
    clReleaseKernel(k);
    verdict("integers", 0);
}
