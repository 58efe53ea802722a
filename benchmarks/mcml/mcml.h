// Light in layered tissue, by the random walks of photon packets. Lengths are
// in cm, coefficients in 1/cm.
#ifndef MCML_H
#define MCML_H

#ifndef PHOTONS
#define PHOTONS 8192
#endif
#ifndef WALKERS
#define WALKERS 64      // each has its own random numbers
#endif

enum {
    LAYERS = 9,         // the outermost two are what is above and below the tissue
    RADII = 200,        // rings of the grid of absorbed light, `RING` wide
    DEPTHS = 500,       // and its slices, `SLICE` deep
    BINS = RADII * DEPTHS
};

#define RING 0.01f
#define SLICE 0.002f
#define UNIT 16777216.0f        // absorbed light is counted in whole numbers of 1 / UNIT

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
float draw(unsigned long long *state);

// photon.c
float specular(const struct layer *layers);
struct photon launched(float weight);
float hop(struct photon *p, const struct layer *layers, unsigned long long *state, struct tally *t);
int bin(const struct photon *p);

// walk.c, or hand.cu
void walk_all(const struct layer layers[LAYERS], unsigned long long grid[BINS], struct tally tallies[WALKERS],
              const unsigned long long states[WALKERS], int packets);

#endif
