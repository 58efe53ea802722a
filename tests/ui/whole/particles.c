//@ run: cpu
//@ also: parts/particles-forces.c parts/particles-move.c
//@ flags: -Iinclude
// Particles: structs in structs, functions that take and return them, two buffers that change places.
#include <stdio.h>
#include <stdlib.h>
#include "particles.h"
static real uniform(unsigned *seed) { *seed = *seed * 1103515245u + 12345u; return (*seed >> 8 & 0xffff) / 65536.0f; }
void sim_init(struct sim *s, int n)
{
    unsigned seed = 42;
    s->count = n; s->dt = 0.01f;
    s->box = (struct box){ { 0, 0, 0 }, { 1, 1, 1 } };
    s->now = calloc(n, sizeof *s->now);
    s->next = calloc(n, sizeof *s->next);
    s->force = calloc(n, sizeof *s->force);
    for (int i = 0; i < n; i++) {
        particle_t *p = s->now + i;
        p->pos = (vec_t){ uniform(&seed), uniform(&seed), uniform(&seed) };
        p->vel = (vec_t){ uniform(&seed) - 0.5f, uniform(&seed) - 0.5f, uniform(&seed) - 0.5f };
        p->mass = 1; p->alive = 1;
    }
}
real sim_energy(const struct sim *s)
{
    real e = 0;
    for (int i = 0; i < s->count; i++)
        if (s->now[i].alive)
            e += 0.5f * s->now[i].mass * (SQ(s->now[i].vel.x) + SQ(s->now[i].vel.y) + SQ(s->now[i].vel.z));
    return e;
}
int main(void)
{
    struct sim s;
    sim_init(&s, 200);
    for (int t = 0; t < 20; t++) { sim_forces(&s); sim_move(&s); }
    printf("energy %.4f\n", sim_energy(&s));
    return 0;
}
