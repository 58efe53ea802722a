// The pointer comes to `y` only after a round, and `y` to an element that was not copied back after another: what the
// loop changes is not known after walking over it twice.
#include <stdio.h>
int a[8];
int main(void) {
    int x = 0, y = 0, *p = &x, sum = 0;
    for (int i = 0; i < 8; i++) a[i] = i;
    #pragma hicuda global alloc a[*] copyin
    #pragma hicuda kernel k tblock(1) thread(8)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 8; i++) a[i] = a[i] * 10;
    #pragma hicuda kernel_end
    #pragma hicuda global copyout a[0:4]
    for (int i = 0; i < 3; i++) {
        sum += a[y]; //~ W1045 the host may read an old `a`
        *p = 5;
        p = &y;
    }
    printf("%d\n", sum);
    #pragma hicuda global free a
    return 0;
}
