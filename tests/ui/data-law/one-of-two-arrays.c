//@ emit: cuda opencl
//@ run: cpu sim
// All directives by one name are about one array, whichever it is: nothing is in doubt.
#include <stdio.h>

int first[64], second[64];

struct grid {
    int n;
    int *from, *to;
};

static void step(struct grid g)
{
    int n = g.n;
#pragma hicuda global alloc g.from[0:n-1] copyin
#pragma hicuda global alloc g.to[0:n-1]
#pragma hicuda kernel stepping tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        g.to[i] = g.from[i] + i;
#pragma hicuda kernel_end
#pragma hicuda global copyout g.to[*]
#pragma hicuda global free g.from g.to
}

int main(int argc, char **argv)
{
    int n = 64, *one = argc > 1 ? first : second;
    for (int i = 0; i < n; i++)
        first[i] = i, second[i] = 100 - i;
#pragma hicuda global alloc one[0:n-1] copyin
#pragma hicuda kernel squaring tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        one[i] = one[i] * one[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout one[*]
#pragma hicuda global free one
    printf("%d %d\n", first[7], second[7]);
    for (int t = 0; t < 3; t++) {
        struct grid g = { n, t & 1 ? first : second, t & 1 ? second : first };
        step(g);
        printf("%d %d\n", g.from[9], g.to[9]);
    }
    return 0;
}
