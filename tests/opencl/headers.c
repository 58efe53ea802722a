// The headers that hosts include beside that of the API, and what they have through it.
#define CL_TARGET_OPENCL_VERSION 120
#include <stdio.h>
#include <CL/cl_version.h>
#include <CL/opencl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

int main(void)
{
    cl_platform_id *platforms;
    cl_uint count = 0;
    if (clGetPlatformIDs(0, NULL, &count) != CL_SUCCESS || count == 0)
        return EXIT_FAILURE;
    platforms = malloc(count * sizeof *platforms);
    if (clGetPlatformIDs(count, platforms, NULL) != CL_SUCCESS)
        exit(EXIT_FAILURE);
    printf("headers: %s\n", platforms[0] ? "PASSED" : "FAILED");
    free(platforms);
    return EXIT_SUCCESS;
}
