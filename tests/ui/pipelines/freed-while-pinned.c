// Memory goes back to the system while the device may copy from it.
#include <stdlib.h>

static void done(float *memory)
{
    free(memory);                               //~ E0563 gives back the memory of `x`
}

int main(void)
{
    float *x = (float *)calloc(1024, sizeof *x);
#pragma hicuda global alloc x[0:1023] pinned copyin
#pragma hicuda kernel add tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 1024; i++)
        x[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout x[0:1023]
    done(x);
#pragma hicuda global free x
    return 0;
}
