// A mistake in a kernel that only the run knows, at its line.
//~ error[E0301]
#include "../host.h"

int main(void)
{
    open_device();
    build("__kernel void k(__global float *a)\n{\n    a[get_global_id(0)] = unknown;\n}\n", "");
    return 0;
}
