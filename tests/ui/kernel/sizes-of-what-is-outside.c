//@ emit: cuda opencl
//@ run: cpu sim
// In a kernel an array is a pointer, and what is not evaluated is not passed: sizes of the host's things are asked of types.
#include <stdio.h>
#include <string.h>
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
static int x[96], o[96];
static const int tab[7] = { 1, 2, 3, 4, 5, 6, 7 };
struct s { int v[5]; char c; };
static struct s g[3];
static int size_of_x(int k) { return k + (int)sizeof x + (int)sizeof g[0].v; }
static int elements(void) { return (int)COUNT(x) + (int)COUNT(tab); }
static int uses(int k) { return x[k] + (int)COUNT(x) + (int)sizeof(x[k]); }
int main(void)
{
    double m[4][6];
    m[0][0] = 1;
    for (int i = 0; i < 96; i++) x[i] = i % 9;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++) {
        int t[8], s = 0;
        memset(t, 0, sizeof t);
        for (unsigned q = 0; q < COUNT(tab); q++) s += tab[q] * x[(i + q) % COUNT(x)];
        for (unsigned q = 0; q < sizeof t / sizeof *t; q++) s += t[q] + (int)q;
        o[i] = s + (int)sizeof(o) + (int)sizeof m + (int)sizeof m[0] + (int)sizeof(g) + size_of_x(i) + elements() + uses(i) + (int)_Alignof(x[0]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    for (int i = 0; i < 96; i++) printf("%d ", o[i]);
    printf("\n");
    return 0;
}
