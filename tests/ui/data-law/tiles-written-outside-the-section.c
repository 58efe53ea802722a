// What a block brings back from shared memory goes to the device copy, and has to be in its section;
// so has what it reads there after it has written, since that is loaded.
#include <stdio.h>

int a[3][70], b[64], c[64], d[64];

int main(void)
{
    for (int i = 0; i < 64; i++)
        b[i] = i;
#pragma hicuda global alloc a[0:0][*]
#pragma hicuda kernel number tblock(3, 3) thread(1, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 3; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 70; j++) {
#pragma hicuda shared alloc a[i][j]
            a[i][j] = i + j; //~ E0512 this access to `a` leaves the section
#pragma hicuda shared copyout a[i][j]
#pragma hicuda shared remove a
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:0][*]
#pragma hicuda global free a
#pragma hicuda global alloc b[0:30] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel first tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc b[i] copyin
        if (i < 3)
            b[i] = 7;
        c[i] = b[i]; //~ E0512 this access to `b` leaves the section
#pragma hicuda shared remove b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free b c
    int n = a[0][3] + 40;
#pragma hicuda global alloc d[0:n-1]
#pragma hicuda kernel open tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 43; i++) {
#pragma hicuda shared alloc d[i]
        d[i] = i; //~ W1104 cannot tell whether this access to `d` stays inside
#pragma hicuda shared copyout d[i]
#pragma hicuda shared remove d
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout d[0:n-1]
#pragma hicuda global free d
    printf("%d %d %d\n", a[2][69], c[5], d[42]);
    return 0;
}
