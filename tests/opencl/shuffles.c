#include "host.h"

int main(void)
{
    float in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[24] = {0};
    cl_uint masks[8] = {3, 2, 1, 0, 0, 4, 7, 12};
    start("shuffles.cl", "");
    cl_mem i = buffer(sizeof in, in), m = buffer(sizeof masks, masks), o = buffer(sizeof out, out);
    cl_kernel k = kernel("shuffles");
    arguments(k, "mmm", i, m, o);
    run(k, 1, 1);
    fetch(o, sizeof out, out);
    for (int n = 0; n < 24; n++)
        printf("%g%c", out[n], n % 8 == 7 ? '\n' : ' ');
    clReleaseMemObject(i);
    clReleaseMemObject(m);
    clReleaseMemObject(o);
    clReleaseKernel(k);
    verdict("shuffles", 0);
}
