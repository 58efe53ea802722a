#pragma once
#define DIM 3
typedef float real;
typedef struct vec { real x, y, z; } vec_t;
typedef struct particle {
    vec_t pos, vel;
    real mass;
    unsigned char alive;
    int cell;
} particle_t;
struct box { vec_t lo, hi; };
struct sim {
    int count;
    real dt;
    struct box box;
    particle_t *now, *next;
    vec_t *force;
};
enum wall { WALL_NONE, WALL_LO, WALL_HI };
void sim_init(struct sim *s, int n);
void sim_forces(struct sim *s);
void sim_move(struct sim *s);
real sim_energy(const struct sim *s);
#define SQ(x) ((x) * (x))
