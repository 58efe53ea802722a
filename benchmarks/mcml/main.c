// Seven layers of skin at 600 nm. The parts of the light that are reflected, absorbed and
// transmitted add up to all of it, and are those of a few packets that the host follows.
#include <math.h>
#include "../harness.h"
#include "mcml.h"

static const struct layer skin[LAYERS] = {
    { 1.0f, 0, 0, 0, 0, 0 },
    { 1.53f, 0.2f, 1000, 0.90f, 0, 0.002f },
    { 1.34f, 0.15f, 400, 0.85f, 0.002f, 0.010f },
    { 1.40f, 0.7f, 300, 0.80f, 0.010f, 0.020f },
    { 1.39f, 1.0f, 350, 0.90f, 0.020f, 0.028f },
    { 1.40f, 0.7f, 200, 0.76f, 0.028f, 0.190f },
    { 1.39f, 1.0f, 350, 0.95f, 0.190f, 0.210f },
    { 1.44f, 0.3f, 150, 0.80f, 0.210f, 0.800f },
    { 1.0f, 0, 0, 0, 0.800f, 0.800f },
};

// The same for a few packets, one after the other.
static struct tally followed(int packets)
{
    unsigned long long state = first_state(WALKERS);
    struct tally t = { packets * specular(skin), 0, 0 };
    for (int k = 0; k < packets; k++) {
        struct photon p = launched(1 - specular(skin));
        while (p.weight > 0)
            hop(&p, skin, &state, &t);
    }
    return t;
}

int main(void)
{
    enum { FOLLOWED = 4000 };
    int packets = PHOTONS / WALKERS;
    double light = (double)packets * WALKERS, reflected = 0, absorbed = 0, transmitted = 0, binned = 0;
    unsigned long long *grid = room(BINS, sizeof *grid), *states = room(WALKERS, sizeof *states);
    struct tally *tallies = room(WALKERS, sizeof *tallies);

    for (int w = 0; w < WALKERS; w++)
        states[w] = first_state(w);
    walk_all(skin, grid, tallies, states, packets);
    if (is_only_timed())
        return 0;

    for (int w = 0; w < WALKERS; w++) {
        reflected += tallies[w].reflected / light;
        absorbed += tallies[w].absorbed / light;
        transmitted += tallies[w].transmitted / light;
    }
    for (int i = 0; i < BINS; i++)
        binned += grid[i] / UNIT / light;
    printf("reflected   %.5f\n", reflected);
    printf("absorbed    %.5f\n", absorbed);
    printf("transmitted %.5f\n", transmitted);
    printf("together    %.5f\n", reflected + absorbed + transmitted);
    printf("binned      %.5f\n", binned);

    // Nothing is lost; the few packets of the host scatter by a few hundredths.
    struct tally few = followed(FOLLOWED);
    struct error all = { 0 }, parts = { 0 };
    compare(&all, 1, reflected + absorbed + transmitted);
    compare(&all, absorbed, binned);
    compare(&parts, few.reflected / FOLLOWED, reflected);
    compare(&parts, few.absorbed / FOLLOWED, absorbed);
    compare(&parts, few.transmitted / FOLLOWED, transmitted);
    return verdict("mcml, in all", all, 2e-3) | verdict("mcml, its parts", parts, 0.06);
}
