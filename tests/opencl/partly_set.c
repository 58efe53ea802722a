#include "host.h"

int main(void)
{
    int out[8] = {0};
    start("partly_set.cl", "");
    cl_mem o = buffer(sizeof out, out);
    cl_kernel k = kernel("partly_set");
    arguments(k, "m", o);
    run(k, 8, 4);
    fetch(o, sizeof out, out);
    for (int n = 0; n < 8; n++)
        printf("%d%c", out[n], n == 7 ? '\n' : ' ');
    clReleaseMemObject(o);
    clReleaseKernel(k);
    verdict("partly_set", 0);
}
