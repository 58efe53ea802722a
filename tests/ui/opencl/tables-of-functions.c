//@ emit: opencl
//@ run: cpu sim
// A constant table of a function's own is `static` in C, which nothing in a function of OpenCL C is.
#include <stdio.h>

int x[96], o[96];

static int weight(int k)
{
    static const short weights[3] = { -1, 0, 1 };
    return weights[k % 3];
}

int main(void)
{
    for (int i = 0; i < 96; i++)
        x[i] = i * 37 % 97;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel weighed tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++) {
        static const int scale[2] = { 5, 7 };
        o[i] = weight(x[i]) * scale[i % 2];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
