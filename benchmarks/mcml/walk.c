// The walks. A walker whose packet has died goes on with its next one.
#include "mcml.h"

void walk_all(const struct layer layers[LAYERS], unsigned long long grid[BINS], struct tally tallies[WALKERS],
              const unsigned long long states[WALKERS], int packets)
{
#pragma hicuda constant copyin layers[*]
#pragma hicuda global alloc grid[*] clear
#pragma hicuda global alloc tallies[*]
#pragma hicuda global alloc states[*] copyin
#pragma hicuda kernel walk tblock((WALKERS + 127) / 128) thread(128) fastmath
#pragma hicuda loop_partition over_tblock over_thread
    for (int w = 0; w < WALKERS; w++) {
        unsigned long long state = states[w];
        struct tally t = { packets * specular(layers), 0, 0 };
        struct photon p = launched(1 - specular(layers));
        for (int left = packets; left > 0;) {
            float absorbed = hop(&p, layers, &state, &t);
            if (absorbed > 0) {
#pragma hicuda atomic
                grid[bin(&p)] += (unsigned)(absorbed * UNIT);
            }
            if (p.weight == 0) {
                p = launched(1 - specular(layers));
                left--;
            }
        }
        tallies[w] = t;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout grid[*]
#pragma hicuda global copyout tallies[*]
#pragma hicuda constant remove layers
#pragma hicuda global free grid tallies states
}
