//@ emit: cuda cpu
//@ run: cpu
// Functions that reach device arrays through members of a struct of the host.
#include <stdio.h>
#include <stdlib.h>

struct box { int n; float width; };
struct sim { struct box box; float *x, *v; };

static float wrapped(const struct sim *sd, float x)
{
    return x < sd->box.width ? x : x - sd->box.width;
}

static float moved(struct sim *sd, int i)
{
    return wrapped(sd, sd->x[i] + sd->v[i]);
}

static void kick(struct sim *sd, int i, float by)
{
    sd->v[i] += by;
}

static void step(struct sim *sd, int n)
{
#pragma hicuda kernel advance tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        sd->x[i] = moved(sd, i);
        kick(sd, i, 0.125f);
    }
#pragma hicuda kernel_end
}

int main(void)
{
    struct sim s = { { 60, 20 } };
    int n = s.box.n;
    s.x = malloc(n * sizeof(float));
    s.v = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        s.x[i] = i * 0.25f;
        s.v[i] = i % 5;
    }
#pragma hicuda global alloc s.x[0:n-1] copyin
#pragma hicuda global alloc s.v[0:n-1] copyin
    for (int t = 0; t < 4; t++)
        step(&s, n);
#pragma hicuda global copyout s.x[0:n-1]
#pragma hicuda global free s.x s.v
    printf("%g %g\n", s.x[7], s.x[59]);
    free(s.x);
    free(s.v);
    return 0;
}
