// What is read in shared memory was loaded or written there; what is written comes back where `copyout` names it.
#include <stdio.h>

struct point { int x, y; };

int a[66], b[66], c[64][2], d[64], e[64], f[64];
struct point p[64], q[64];

int main(void)
{
    for (int i = 0; i < 66; i++)
        a[i] = i;
    for (int i = 0; i < 64; i++)
        c[i][0] = i, c[i][1] = 3, d[i] = e[i] = f[i] = i, p[i].x = p[i].y = q[i].x = q[i].y = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel loaded tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 65; i++) {
#pragma hicuda shared alloc a[i-1:i+1] copyin a[i]
        b[i] = a[i] + a[i + 1]; //~ W1046 the kernel may read `a` in shared memory where nothing was put
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel half tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc c[i][*]
        c[i][0] = 2 * i;
        c[i][1] = 3 * i;
#pragma hicuda shared copyout c[i][0:0]
#pragma hicuda shared remove c
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free c
#pragma hicuda global alloc d[*] copyin
#pragma hicuda global alloc e[*] copyin
#pragma hicuda global alloc f[*] copyin
#pragma hicuda kernel some tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc d[i]
#pragma hicuda shared alloc e[i] copyin
#pragma hicuda shared alloc f[i]
        if (i % 2)
            d[i] = 0;
#pragma hicuda shared copyout d[i] //~ W1046 this may bring back elements of `d` that nothing was put into
#pragma hicuda shared copyout e[i]
        e[i] = 0;
#pragma hicuda shared copyout f[i] //~ E0641 nothing was copied there
        f[i] = 1;
#pragma hicuda shared remove d e f
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout d[*]
#pragma hicuda global copyout e[*]
#pragma hicuda global copyout f[*]
#pragma hicuda global free d e f
#pragma hicuda global alloc p[*] copyin
#pragma hicuda global alloc q[*] copyin
#pragma hicuda kernel members tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc p[i]
#pragma hicuda shared alloc q[i]
        p[i].x = p[i].y = i;
        q[i].x = i;
#pragma hicuda shared copyout p[i]
#pragma hicuda shared copyout q[i] //~ W1046 this may bring back elements of `q` that nothing was put into
#pragma hicuda shared remove p q
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global copyout q[*]
#pragma hicuda global free p q
    printf("%d %d %d %d\n", b[3], d[3], p[6].y, q[6].y);
    printf("%d\n", c[4][0]);
    printf("%d\n", c[4][1]); //~ W1045 the host may read an old `c`
    printf("%d\n", e[4]);    //~ W1045 the host may read an old `e`
    printf("%d\n", f[5]);    //~ W1045 the host may read an old `f`
    return 0;
}
