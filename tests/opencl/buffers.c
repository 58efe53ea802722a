// What a host may do with memory: map, fill, copy, take a part; and ids that do not begin at zero.
#include "host.h"

enum { N = 256 };

int main(void)
{
    int a[N];
    float f[N];
    cl_int status;
    for (int i = 0; i < N; i++)
        f[i] = i;
    start("buffers.cl", "");
    cl_mem m = buffer(sizeof a, NULL), copy = buffer(sizeof a, NULL), fm = buffer(sizeof f, f), fo = buffer(sizeof f, NULL);
    cl_kernel number = kernel("number"), twice = kernel("twice"), copied = kernel("copied");
    size_t offset = 1000, global = N, local = 64;
    cl_event first;
    check(clSetKernelArg(number, 0, sizeof m, &m), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, number, 1, &offset, &global, &local, 0, NULL, &first), "the launch");
    check(clEnqueueCopyBuffer(queue, m, copy, 0, 0, sizeof a, 1, &first, NULL), "clEnqueueCopyBuffer");
    cl_buffer_region region = {512, 256};
    cl_mem part = clCreateSubBuffer(m, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    check(status, "clCreateSubBuffer");
    arguments(twice, "m", part);
    run(twice, 64, 0);
    int *mapped = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, sizeof a, 0, NULL, NULL, &status);
    check(status, "clEnqueueMapBuffer");
    printf("%d %d %d %d\n", mapped[0], mapped[127], mapped[128], mapped[N - 1]);
    mapped[0] = -1;
    check(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    fetch(m, sizeof a, a);
    printf("%d ", a[0]);
    fetch(copy, sizeof a, a);
    printf("%d %d\n", a[0], a[N - 1]);
    int pattern[2] = {3, 4};
    check(clEnqueueFillBuffer(queue, copy, pattern, sizeof pattern, 64, 128, 0, NULL, NULL), "clEnqueueFillBuffer");
    fetch(copy, sizeof a, a);
    printf("%d %d %d %d\n", a[15], a[16], a[47], a[48]);
    arguments(copied, "mml", fm, fo, 64 * sizeof(float));
    run(copied, N, 64);
    fetch(fo, sizeof f, f);
    printf("%g %g\n", f[0], f[N - 1]);
    char name[200], kernels[200];
    cl_uint units, count;
    size_t size, largest[3];
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL), "clGetDeviceInfo");
    check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL), "clGetDeviceInfo");
    check(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof largest, largest, NULL), "clGetDeviceInfo");
    check(clGetKernelInfo(copied, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL), "clGetKernelInfo");
    check(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof kernels, kernels, NULL), "clGetProgramInfo");
    check(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof size, &size, NULL), "clGetMemObjectInfo");
    printf("%u arguments, %zu bytes, %zu in \"%s\"\n", count, size, strlen(kernels), strchr(kernels, ';') ? "a list" : "");
    cl_mem all[] = {part, m, copy, fm, fo};
    for (int i = 0; i < 5; i++)
        clReleaseMemObject(all[i]);
    clReleaseEvent(first);
    clReleaseKernel(number);
    clReleaseKernel(twice);
    clReleaseKernel(copied);
    verdict("buffers", strlen(name) == 0 || units == 0 || largest[0] == 0);
}
