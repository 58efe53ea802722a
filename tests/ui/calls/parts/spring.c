#include "spring.h"

struct window { int first, last; };
static const int first = 4;
static const float damping[4] = {1.0f, 0.5f, 0.25f, 0.125f};

static int is_in(struct window w, int i)
{
    return w.first <= i && i <= w.last;
}

float pull(const spring *s, const float *x, int i, enum side side)
{
    int other = side == LEFT ? i - 1 : i + 1;
    float length = x[other] > x[i] ? x[other] - x[i] : x[i] - x[other];
    return (length - s->rest) * s->stiffness * (side == RIGHT ? 1 : -1);
}

float damped(int i)
{
    struct window w = {first, 20};
    return i == frozen ? 0 : force[i] * (is_in(w, i) ? damping[i % 4] : 1);
}
