// The walks, and the sum of what they left behind.
#include "mcml.h"

#define SMALL_WEIGHT 1e-4f
#define SURVIVAL 0.1f

void walk_all(const struct layer *layers, float (*grid)[BINS], struct tally *tallies,
              unsigned long long *states, int walkers, int packets)
{
#pragma hicuda kernel walk tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int w = 0; w < walkers; w++) {
        unsigned long long state = states[w];
        float specular = (layers[0].index - layers[1].index) / (layers[0].index + layers[1].index);
        specular *= specular;
        float reflected = 0, transmitted = 0, absorbed = 0;
        for (int k = 0; k < packets; k++) {
            struct photon p = launched(1 - specular);
            reflected += specular;
            while (p.weight > 0) {
                int here = p.layer;
                float length = step_length(&p, &layers[here], uniform(&state));
                float boundary = to_boundary(&p, &layers[here]);
                float attenuation = layers[here].absorption + layers[here].scattering;
                if (length >= boundary) {
                    move(&p, boundary);
                    p.rest = attenuation > 0 ? p.rest - boundary * attenuation : p.rest;
                    p.rest = p.rest > 0 ? p.rest : 0;
                    int next = p.uz > 0 ? here + 1 : here - 1;
                    float cosine = p.uz > 0 ? p.uz : -p.uz, refracted;
                    float back = fresnel(layers[here].index, layers[next].index, cosine, &refracted);
                    if (uniform(&state) <= back) {
                        p.uz = -p.uz;
                    } else if (next == 0) {
                        reflected += p.weight;
                        p.weight = 0;
                    } else if (next == LAYERS - 1) {
                        transmitted += p.weight;
                        p.weight = 0;
                    } else {
                        p.ux *= layers[here].index / layers[next].index;
                        p.uy *= layers[here].index / layers[next].index;
                        p.uz = p.uz > 0 ? refracted : -refracted;
                        p.layer = next;
                    }
                } else {
                    move(&p, length);
                    p.rest = 0;
                    float left = p.weight * layers[here].absorption / attenuation;
                    p.weight -= left;
                    grid[w][bin(&p)] += left;
                    absorbed += left;
                    float u = uniform(&state), v = uniform(&state);
                    scatter(&p, layers[here].anisotropy, u, v);
                }
                // Roulette: a light packet dies, or stands for ten like it.
                if (p.weight > 0 && p.weight < SMALL_WEIGHT)
                    p.weight = uniform(&state) < SURVIVAL ? p.weight / SURVIVAL : 0;
            }
        }
        tallies[w].reflected = reflected;
        tallies[w].transmitted = transmitted;
        tallies[w].absorbed = absorbed;
        states[w] = state;
    }
#pragma hicuda kernel_end
}

void add_grids(float *sum, float (*grid)[BINS], int walkers)
{
#pragma hicuda kernel add tblock(16) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < BINS; i++) {
        float all = 0;
        for (int w = 0; w < walkers; w++)
            all += grid[w][i];
        sum[i] = all;
    }
#pragma hicuda kernel_end
}
