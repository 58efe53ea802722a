//@ emit: cuda cpu
//@ run: cpu
// Types and enumerators that a function declares for itself.
#include <stdio.h>
int main(void) {
    typedef struct { float x, y; } P;
    struct Q { int k; P p; };
    enum { N = 64, M = 4 };
    enum mode { A = 3, B };
    P a[N]; struct Q q[N]; float r[N];
    enum mode md = B;
    for (int i = 0; i < N; i++) { a[i].x = i; a[i].y = 2 * i; q[i].k = i % M; q[i].p = a[i]; }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc q[*] copyin
#pragma hicuda global alloc r[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        P t = a[i];
        struct Q *z = &q[N - 1 - i];
        switch (z->k) { case M - 1: t.x += A; break; case 0: t.y -= md; break; default: break; }
        r[i] = t.x * z->p.y + t.y + (md == B ? 1 : 0);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*]
#pragma hicuda global free a q r
    float s = 0; for (int i = 0; i < N; i++) s += r[i] * (i % 7);
    printf("%g\n", s);
    return 0;
}
