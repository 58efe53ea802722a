//@ emit: cuda cpu
//@ run: cpu
// A kernel is a function of its own and must be able to name the types it uses.
#include <stdio.h>
static struct { int nx, ny; float scale; } par;
struct { float a[4]; int k; } cells[30];
typedef struct { int x; } T;
static T one = { 4 };
static const struct { int a, b; } cs = { 2, 3 };
int main(void) {
    par.nx = 6; par.ny = 5; par.scale = 0.5f;
    for (int i = 0; i < 30; i++) { cells[i].k = i; for (int j = 0; j < 4; j++) cells[i].a[j] = i + j; }
    float r[30];
#pragma hicuda global alloc cells[*] copyin
#pragma hicuda global alloc r[*]
#pragma hicuda kernel k tblock(5) thread(6)
#pragma hicuda loop_partition over_tblock
    for (int y = 0; y < par.ny; y++)
#pragma hicuda loop_partition over_thread
        for (int x = 0; x < par.nx; x++) {
            int i = y * par.nx + x;
            r[i] = par.scale * cells[i].a[i % 4] + cells[i].k + one.x + cs.b;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*]
#pragma hicuda global free cells r
    float s = 0; for (int i = 0; i < 30; i++) s += r[i] * (i % 5);
    printf("%g\n", s);
    return 0;
}
