// The integral of a quartet of shells is the sum over all quadruples of their
// primitives. The threads of a warp share the quadruples of one quartet.
#include <math.h>
#include "rpes.h"

#define TWO_PI_5_2 34.98683665524972497f        // 2 pi^(5/2)

// F0(t), which is sqrt(pi / 4t) erf(sqrt t), and 1 at 0.
static float boys(float t)
{
    if (t < 1e-5f)
        return 1.0f - t / 3.0f;
    float root = sqrtf(t);
    return 0.886226925f * erff(root) / root;
}

static float repulsion(struct shell a, struct shell b, struct shell c, struct shell d,
                       struct primitive i, struct primitive j, struct primitive k, struct primitive l)
{
    float p = i.alpha + j.alpha, q = k.alpha + l.alpha;
    float ab = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);
    float cd = (c.x - d.x) * (c.x - d.x) + (c.y - d.y) * (c.y - d.y) + (c.z - d.z) * (c.z - d.z);
    float factor = i.coefficient * j.coefficient * k.coefficient * l.coefficient *
                   expf(-i.alpha * j.alpha / p * ab - k.alpha * l.alpha / q * cd) / (p * q * sqrtf(p + q));
    if (factor * factor <= 1e-23f)
        return 0;
    float x = (i.alpha * a.x + j.alpha * b.x) / p - (k.alpha * c.x + l.alpha * d.x) / q;
    float y = (i.alpha * a.y + j.alpha * b.y) / p - (k.alpha * c.y + l.alpha * d.y) / q;
    float z = (i.alpha * a.z + j.alpha * b.z) / p - (k.alpha * c.z + l.alpha * d.z) / q;
    return TWO_PI_5_2 * factor * boys(p * q / (p + q) * (x * x + y * y + z * z));
}

void integrals(const struct shell shells[SHELLS], const struct primitive primitives[PRIMITIVES],
               const struct quartet quartets[QUARTETS], float result[QUARTETS])
{
#pragma hicuda global alloc shells[*] copyin
#pragma hicuda global alloc primitives[*] copyin
#pragma hicuda global alloc quartets[*] copyin
#pragma hicuda global alloc result[*]
#pragma hicuda kernel integrate tblock((QUARTETS + 7) / 8) thread(8, 32) fastmath
#pragma hicuda loop_partition over_tblock over_thread
    for (int n = 0; n < QUARTETS; n++) {
        struct shell a = shells[quartets[n].a], b = shells[quartets[n].b];
        struct shell c = shells[quartets[n].c], d = shells[quartets[n].d];
        float sum = 0;
#pragma hicuda loop_partition over_thread reduction(+: sum)
        for (int m = 0; m < a.count * b.count * c.count * d.count; m++) {
            int l = m % d.count, abc = m / d.count;
            int k = abc % c.count, ab = abc / c.count;
            int j = ab % b.count, i = ab / b.count;
            sum += repulsion(a, b, c, d, primitives[a.first + i], primitives[b.first + j],
                             primitives[c.first + k], primitives[d.first + l]);
        }
        result[n] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout result[*]
#pragma hicuda global free shells primitives quartets result
}
