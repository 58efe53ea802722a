//@ run: cpu
// Members of neighbouring elements are not the same bytes; elements of an array that is a member are told apart by their subscripts.
#include <stdio.h>

struct inner { int u, v[3]; };
struct cell { int a, b; struct inner q; float row[8]; };
struct cell s[65];
union word { int i; struct { short low, high; } half; } words[65];
struct large { float v[65], w[65]; } g;

int main(void) {
    for (int i = 0; i < 65; i++) {
        s[i].a = i, s[i].b = 2 * i, s[i].q.u = 3 * i;
        for (int k = 0; k < 3; k++) s[i].q.v[k] = i + k;
        for (int k = 0; k < 8; k++) s[i].row[k] = i * k;
        words[i].i = 65537 * i, g.w[i] = i;
    }
#pragma hicuda global alloc s[*] copyin
#pragma hicuda global alloc words[*] copyin
#pragma hicuda global alloc g copyin
#pragma hicuda kernel beside tblock(16) thread(4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        s[i].a = s[i + 1].b;
        s[i].q.u = s[i + 1].q.v[1];
        s[i].q.v[2] = s[i + 1].q.v[0];
        g.v[i] = g.w[i + 1];
        words[i].half.low = words[i + 1].half.high;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel rows tblock(64) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 64; i++) {
#pragma hicuda loop_partition over_thread
        for (int k = 0; k < 8; k++) s[i].row[k] += i;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global copyout words[*]
#pragma hicuda global copyout g
#pragma hicuda global free s words g
    long hash = 0;
    for (int i = 0; i < 65; i++)
        hash = (hash * 31 + s[i].a + s[i].q.u + s[i].q.v[2] + (int)s[i].row[i % 8] + words[i].i % 1000 + (int)g.v[i]) % 1000003;
    printf("%ld\n", hash);
    return 0;
}
