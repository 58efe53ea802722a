// Starts the kernel `fault` of a file: its arguments are, as far as it has them, 64 floats, 64 ints, 64 floats that
// nobody has written, 32 floats of local memory, 64, an image of 32 x 2 floats, and one that nobody has written.
#include "../host.h"

enum { N = 64, GROUP = 32 };

static cl_mem image(void *from)
{
    cl_image_format format = {CL_R, CL_FLOAT};
    cl_image_desc wanted = {0};
    wanted.image_type = CL_MEM_OBJECT_IMAGE2D, wanted.image_width = GROUP, wanted.image_height = N / GROUP;
    cl_int status;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (from != NULL ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem made = clCreateImage(context, flags, &format, &wanted, from, &status);
    check(status, "clCreateImage");
    return made;
}

int main(int argc, char **argv)
{
    float a[N];
    int b[N], n = N;
    cl_uint count;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = i;
    start(argv[argc - 1], "");
    cl_mem memory[5] = {buffer(sizeof a, a), buffer(sizeof b, b), buffer(sizeof a, NULL), image(a), image(NULL)};
    cl_kernel k = kernel("fault");
    check(clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL), "clGetKernelInfo");
    for (cl_uint i = 0; i < count; i++) {
        cl_int status = i < 3    ? clSetKernelArg(k, i, sizeof(cl_mem), &memory[i])
                        : i == 3 ? clSetKernelArg(k, i, GROUP * sizeof(float), NULL)
                        : i == 4 ? clSetKernelArg(k, i, sizeof n, &n)
                                 : clSetKernelArg(k, i, sizeof(cl_mem), &memory[i - 2]);
        check(status, "clSetKernelArg");
    }
    run(k, N, GROUP);
    fetch(memory[0], sizeof a, a);
    for (int i = 0; i < 5; i++)
        clReleaseMemObject(memory[i]);
    clReleaseKernel(k);
    verdict("fault", 0);
}
