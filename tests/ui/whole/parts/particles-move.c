#include "particles.h"
static enum wall bounce(real *x, real *v, real lo, real hi)
{
    if (*x < lo) { *x = 2 * lo - *x; *v = -*v; return WALL_LO; }
    if (*x > hi) { *x = 2 * hi - *x; *v = -*v; return WALL_HI; }
    return WALL_NONE;
}
void sim_move(struct sim *s)
{
    const int n = s->count;
    const real dt = s->dt;
    struct box box = s->box;
    particle_t *swap;
#pragma hicuda global alloc s->now[0:n-1] copyin
#pragma hicuda global alloc s->next[0:n-1]
#pragma hicuda global alloc s->force[0:n-1] copyin
#pragma hicuda kernel advance tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        particle_t q = s->now[i];
        if (q.alive) {
            int hits = 0;
            q.vel.x += dt * s->force[i].x / q.mass;
            q.vel.y += dt * s->force[i].y / q.mass;
            q.vel.z += dt * s->force[i].z / q.mass;
            q.pos.x += dt * q.vel.x;
            q.pos.y += dt * q.vel.y;
            q.pos.z += dt * q.vel.z;
            hits += bounce(&q.pos.x, &q.vel.x, box.lo.x, box.hi.x) != WALL_NONE;
            hits += bounce(&q.pos.y, &q.vel.y, box.lo.y, box.hi.y) != WALL_NONE;
            hits += bounce(&q.pos.z, &q.vel.z, box.lo.z, box.hi.z) != WALL_NONE;
            if (hits > 1) q.alive = 0;
        }
        s->next[i] = q;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s->next[0:n-1]
#pragma hicuda global free s->now s->next s->force
    swap = s->now; s->now = s->next; s->next = swap;
}
