// A table of pointers at file level holds what its initialiser says until rows change places.
#include <stdio.h>
float a[64], b[64];
float *rows[2] = { a, b };

static void exchange(float **rows) {
    float *kept = rows[0];
    rows[0] = rows[1];
    rows[1] = kept;
}

int main(int argc, char **argv) {
#pragma hicuda global alloc b[*] copyin
    exchange(rows);
    rows[argc - 1][5] = 7;
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) b[i] += i; //~ W1046 the kernel may read an old `b`
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
    printf("%g %g\n", a[5], b[5]);
    return 0;
}
