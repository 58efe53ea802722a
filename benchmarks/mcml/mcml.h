// Light in layered tissue, by the random walks of photon packets. Lengths are
// in cm, coefficients in 1/cm.
#ifndef MCML_H
#define MCML_H

enum {
    LAYERS = 7,     // the outermost two are what is above and below the tissue
    RADII = 50,     // rings of the grid of absorbed light, `RING` wide
    DEPTHS = 80,    // and its slices, `SLICE` deep
    BINS = RADII * DEPTHS,
    WALKERS = 64    // each has its own random numbers and its own grid
};

#define RING 0.01f
#define SLICE 0.002f

struct layer {
    float index;                // of refraction
    float absorption, scattering;
    float anisotropy;
    float top, bottom;
};

struct photon {
    float x, y, z;
    float ux, uy, uz;
    float weight;
    float rest;                 // of a step that a boundary cut, without unit
    int layer;
};

// What became of the light, per walker.
struct tally {
    float reflected, transmitted, absorbed;
};

// random.c
unsigned long long first_state(unsigned walker);
float uniform(unsigned long long *state);

// photon.c
struct photon launched(float weight);
float step_length(struct photon *p, const struct layer *in, float u);
float to_boundary(const struct photon *p, const struct layer *in);
void move(struct photon *p, float length);
void scatter(struct photon *p, float anisotropy, float u, float v);
float fresnel(float from, float to, float cosine, float *refracted);
int bin(const struct photon *p);

// walk.c
void walk_all(const struct layer *layers, float (*grid)[BINS], struct tally *tallies,
              unsigned long long *states, int walkers, int packets);
void add_grids(float *sum, float (*grid)[BINS], int walkers);

#endif
