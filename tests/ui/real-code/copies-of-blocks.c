//@ emit: cuda cpu
//@ run: cpu
// `memcpy` and `memset` of elements are assignments.
#include <stdio.h>
#include <string.h>
typedef struct { float v[4]; int id; } Item;
static void copy_item(Item *d, const Item *s)
{
    memcpy(d, s, sizeof *d);
    memset(d->v, 0, 2 * sizeof d->v[0]);
}
int main(void) {
    enum { N = 100 };
    static Item a[N], b[N];
    static float m[N][16], q[N][16];
    for (int i = 0; i < N; i++) { a[i].id = i; for (int k = 0; k < 4; k++) a[i].v[k] = i + k; for (int k = 0; k < 16; k++) m[i][k] = i * k % 11; }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] //~ R2049 `b`
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc q[*][*]
#pragma hicuda kernel k tblock(4) thread(25)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        if (i % 2)
            memcpy(&b[i], &a[N - 1 - i], sizeof(Item));
        else
            copy_item(&b[i], &a[i]);
        memcpy(q[i], m[N - 1 - i], 16 * sizeof(float));
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout q[*][*]
#pragma hicuda global free a b m q
    printf("%d %g %g\n", b[3].id, b[3].v[2], q[5][3]);
    return 0;
}
