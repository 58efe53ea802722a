#include "host.h"

int main(void)
{
    int out[64] = {0};
    float in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, bodies[8] = {0};
    start("vectors.cl", "");
    cl_mem o = buffer(sizeof out, out), i = buffer(sizeof in, in), b = buffer(sizeof bodies, bodies);
    cl_kernel k = kernel("vectors");
    arguments(k, "mmmi", o, i, b, 42);
    run(k, 1, 1);
    fetch(o, sizeof out, out);
    for (int n = 0; n < 40; n++)
        printf("%d%c", out[n], n % 10 == 9 ? '\n' : ' ');
    clReleaseMemObject(o);
    clReleaseMemObject(i);
    clReleaseMemObject(b);
    clReleaseKernel(k);
    verdict("vectors", 0);
}
