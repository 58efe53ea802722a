// The copy is larger than the buffer.
//~ clEnqueueReadBuffer: 64 bytes from byte 32 on are not in a buffer of 64 bytes (-30)
#include "../host.h"

int main(void)
{
    float a[16] = {0};
    open_device();
    cl_mem m = buffer(sizeof a, a);
    printf("%d\n", clEnqueueReadBuffer(queue, m, CL_TRUE, 32, sizeof a, a, 0, NULL, NULL));
    clReleaseMemObject(m);
    return 0;
}
