// No iteration has `i * j == 13` for `i` and `j` below 12: a message does not show one.
#include <stdio.h>
int a[12][12];
int main(void) {
    int i, j;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda kernel products tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 12; i++)
        for (j = 0; j < 12; j++)
            if (i * j == 13) a[j][3] = a[i][j] + 1; //~ W1040 cannot tell
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    printf("%d\n", a[3][2]);
    return 0;
}
