// Five layers of skin at 600 nm. Prints the parts of the light that are
// reflected, absorbed and transmitted, and how deep half of it goes.
#include <stdio.h>
#include <stdlib.h>
#include "mcml.h"

static const struct layer skin[LAYERS] = {
    { 1.0f, 0, 0, 0, 0, 0 },
    { 1.50f, 2.0f, 100.0f, 0.86f, 0, 0.002f },
    { 1.34f, 3.0f, 45.0f, 0.80f, 0.002f, 0.010f },
    { 1.40f, 4.0f, 30.0f, 0.90f, 0.010f, 0.028f },
    { 1.39f, 3.5f, 35.0f, 0.95f, 0.028f, 0.048f },
    { 1.38f, 5.0f, 25.0f, 0.80f, 0.048f, 0.160f },
    { 1.0f, 0, 0, 0, 0.160f, 0.160f },
};

int main(int argc, char **argv)
{
    int walkers = WALKERS, packets = argc > 1 ? atoi(argv[1]) / WALKERS : 1000;
    float (*grid)[BINS] = calloc(walkers, sizeof *grid);
    float *sum = calloc(BINS, sizeof *sum);
    struct tally *tallies = calloc(walkers, sizeof *tallies);
    unsigned long long *states = malloc(walkers * sizeof *states);
    if (!grid || !sum || !tallies || !states || packets <= 0)
        return 1;
    for (int w = 0; w < walkers; w++)
        states[w] = first_state(w);

#pragma hicuda global alloc skin[*] copyin
#pragma hicuda global alloc grid[0:walkers-1][*] clear
#pragma hicuda global alloc tallies[0:walkers-1]
#pragma hicuda global alloc states[0:walkers-1] copyin
#pragma hicuda global alloc sum[0:BINS-1]
    walk_all(skin, grid, tallies, states, walkers, packets);
    add_grids(sum, grid, walkers);
#pragma hicuda global copyout tallies[0:walkers-1]
#pragma hicuda global copyout sum[0:BINS-1]
#pragma hicuda global free skin grid tallies states sum

    double light = (double)walkers * packets, reflected = 0, absorbed = 0, transmitted = 0;
    for (int w = 0; w < walkers; w++) {
        reflected += tallies[w].reflected;
        absorbed += tallies[w].absorbed;
        transmitted += tallies[w].transmitted;
    }
    double binned = 0, half = 0;
    for (int slice = 0; slice < DEPTHS; slice++) {
        for (int ring = 0; ring < RADII; ring++)
            binned += sum[ring * DEPTHS + slice];
        if (half == 0 && binned > absorbed / 2)
            half = slice * SLICE;
    }
    printf("reflected   %.5f\n", reflected / light);
    printf("absorbed    %.5f\n", absorbed / light);
    printf("transmitted %.5f\n", transmitted / light);
    printf("together    %.5f\n", (reflected + absorbed + transmitted) / light);
    printf("binned      %.5f\n", binned / light);
    printf("half of it above %.3f cm\n", half);
    free(grid);
    free(sum);
    free(tallies);
    free(states);
    return 0;
}
