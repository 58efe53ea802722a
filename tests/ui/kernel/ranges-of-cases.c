//@ emit: cuda opencl
//@ run: cpu sim
// Ranges of cases are GNU C: kernels have each case by itself.
#include <stdio.h>

int x[96], o[96];

static int kind(int c)
{
    switch (c) {
    case '0' ... '9':
        return 1;
    case -2 ... -1:
    case 'A' ... 'F':
        return 2;
    default:
        return 0;
    }
}

int main(void)
{
    for (int i = 0; i < 96; i++)
        x[i] = i - 5;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel kinds tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++) {
        int r = 0;
        switch (x[i] & 7) {
        case 3:
            r += 3;
        case 2:
            r += 2;
            break;
        case 6 ... 7:
            r = 60;
        }
        o[i] = r + kind(x[i]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
