// Starts the kernel `fault` of a file: its arguments are, as far as it has them, 64 floats, 64 ints, 64 floats that
// nobody has written, 32 floats of local memory, and 64.
#include "../host.h"

enum { N = 64, GROUP = 32 };

int main(int argc, char **argv)
{
    float a[N];
    int b[N], n = N;
    cl_uint count;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = i;
    start(argv[argc - 1], "");
    cl_mem memory[3] = {buffer(sizeof a, a), buffer(sizeof b, b), buffer(sizeof a, NULL)};
    cl_kernel k = kernel("fault");
    check(clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL), "clGetKernelInfo");
    for (cl_uint i = 0; i < count; i++) {
        cl_int status = i < 3    ? clSetKernelArg(k, i, sizeof(cl_mem), &memory[i])
                        : i == 3 ? clSetKernelArg(k, i, GROUP * sizeof(float), NULL)
                                 : clSetKernelArg(k, i, sizeof n, &n);
        check(status, "clSetKernelArg");
    }
    run(k, N, GROUP);
    fetch(memory[0], sizeof a, a);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(memory[i]);
    clReleaseKernel(k);
    verdict("fault", 0);
}
