// Multiply with carry: 64 bits of state, a multiplier for everybody, and states
// that lie far apart.
#include "mcml.h"

unsigned long long first_state(unsigned walker)
{
    unsigned long long state = 0x9e3779b97f4a7c15ull * (walker + 1);
    for (int i = 0; i < 8; i++) {
        state ^= state >> 29;
        state *= 0xbf58476d1ce4e5b9ull;
    }
    // A carry below the multiplier keeps the generator on its long cycle.
    return (state & 0xffffffffull) | ((state >> 33) % 4294967117ull) << 32;
}

// In (0, 1): 24 bits, and never an end.
float draw(unsigned long long *state)
{
    *state = (*state & 0xffffffffull) * 4294967118ull + (*state >> 32);
    return ((float)((unsigned)(*state >> 8) & 0xffffff) + 0.5f) / 16777216.0f;
}
