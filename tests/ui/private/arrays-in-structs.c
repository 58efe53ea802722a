//@ run: cpu sim
// A struct from outside whose members, and the elements of its arrays, each iteration sets before it reads them.
#include <stdio.h>

struct sample {
    float x, y;
    int at[2];
};

int main(void)
{
    float a[64];
    struct sample s, both[2];
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        s.x = a[i];
        s.y = s.x + 1;
        s.at[0] = i;
        s.at[1] = s.at[0] * 2;
        a[i] = s.x * s.y + s.at[i % 2];
    }
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        both[0].x = a[i];
        both[1].x = both[0].x + 1;
        a[i] = both[1].x;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%g %g\n", a[5], a[63]);
    return 0;
}
