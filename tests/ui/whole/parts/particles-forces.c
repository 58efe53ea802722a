#include <math.h>
#include "particles.h"
static const real G = 0.001f, soft = 0.05f;
static vec_t sub(vec_t a, vec_t b) { vec_t r = { a.x - b.x, a.y - b.y, a.z - b.z }; return r; }
static real norm2(const vec_t *v) { return SQ(v->x) + SQ(v->y) + SQ(v->z); }
static void add_scaled(vec_t *to, const vec_t *v, real k)
{
    to->x += k * v->x;
    to->y += k * v->y;
    to->z += k * v->z;
}
void sim_forces(struct sim *s)
{
    int i, j, n = s->count;
    particle_t *p = s->now;
    vec_t *force = s->force;
#pragma hicuda global alloc p[0:n-1] copyin
#pragma hicuda global alloc force[0:n-1] //~ R2049 `force`
#pragma hicuda kernel pairwise tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < n; i++) {
        vec_t f = { 0, 0, 0 };
        if (!p[i].alive) { force[i] = f; continue; }
        for (j = 0; j < n; j++) {
            vec_t d;
            real r2;
            if (j == i || !p[j].alive) continue;
            d = sub(p[j].pos, p[i].pos);
            r2 = norm2(&d) + SQ(soft);
            add_scaled(&f, &d, G * p[i].mass * p[j].mass / (r2 * sqrtf(r2)));
        }
        force[i] = f;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout force[0:n-1]
#pragma hicuda global free p force
}
