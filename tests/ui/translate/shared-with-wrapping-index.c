//@ emit: cuda cpu
//@ run: cpu
// Beyond the end an unsigned index that counts down passes zero, and a narrow
// one leaves its type: around barriers, too, iterations are counted instead.
#include <stdio.h>

float a[70], down[70], narrow[70];

int main(void)
{
    int n = 70;
    for (int i = 0; i < 70; i++)
        a[i] = i * 0.5f;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc down[*] copyin
#pragma hicuda global alloc narrow[*] copyin
#pragma hicuda kernel backwards tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (unsigned i = n - 1; i > 0; i--) {
#pragma hicuda shared alloc a[i - 1:i] copyin
        down[i] = a[i] - a[i - 1];
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda kernel forwards tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (signed char i = 0; i < 69; i++) {
#pragma hicuda shared alloc a[i:i + 1] copyin
        narrow[i] = a[i] + a[i + 1];
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout down[*]
#pragma hicuda global copyout narrow[*]
#pragma hicuda global free a down narrow
    for (int i = 0; i < 70; i += 23)
        printf("%g %g\n", down[i], narrow[i]);
    return 0;
}
