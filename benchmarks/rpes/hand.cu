// A warp per quartet; its lanes take the quadruples of primitives in turn and
// add their parts with shuffles. Quotients of the small counts go through
// floating point, where a division is a multiplication.
extern "C" {
#include "rpes.h"
}
#include "../hand.h"

constexpr int WARPS = 8;

static __device__ float boys(float t)
{
    const float inverse = rsqrtf(t);
    return t < 1e-5f ? 1.0f - t * (1.0f / 3.0f) : 0.886226925f * erff(t * inverse) * inverse;
}

static __device__ float squared_distance(const shell &a, const shell &b)
{
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

static __device__ float repulsion(const shell &a, const shell &b, const shell &c, const shell &d, float ab, float cd,
                                  primitive i, primitive j, primitive k, primitive l)
{
    const float p = i.alpha + j.alpha, q = k.alpha + l.alpha;
    const float one_p = __fdividef(1.0f, p), one_q = __fdividef(1.0f, q);
    const float factor = i.coefficient * j.coefficient * k.coefficient * l.coefficient *
                         __expf(-i.alpha * j.alpha * one_p * ab - k.alpha * l.alpha * one_q * cd) *
                         one_p * one_q * rsqrtf(p + q);
    if (factor * factor <= 1e-23f)
        return 0;
    const float x = (i.alpha * a.x + j.alpha * b.x) * one_p - (k.alpha * c.x + l.alpha * d.x) * one_q;
    const float y = (i.alpha * a.y + j.alpha * b.y) * one_p - (k.alpha * c.y + l.alpha * d.y) * one_q;
    const float z = (i.alpha * a.z + j.alpha * b.z) * one_p - (k.alpha * c.z + l.alpha * d.z) * one_q;
    return 34.98683665524972497f * factor * boys(__fdividef(p * q, p + q) * (x * x + y * y + z * z));
}

// n / by for 0 <= n < 2^12, given 1 / by
static __device__ int quotient(int n, float one_by)
{
    return (int)((n + 0.5f) * one_by);
}

__global__ void __launch_bounds__(WARPS * 32)
integrate(const shell *__restrict__ shells, const float2 *__restrict__ primitives,
          const short4 *__restrict__ quartets, float *__restrict__ result)
{
    const int n = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
    if (n >= QUARTETS)
        return;
    const short4 which = quartets[n];
    const shell a = shells[which.x], b = shells[which.y], c = shells[which.z], d = shells[which.w];
    const float ab = squared_distance(a, b), cd = squared_distance(c, d);
    const float one_b = 1.0f / b.count, one_c = 1.0f / c.count, one_d = 1.0f / d.count;
    const int all = a.count * b.count * c.count * d.count;
    const auto load = [&](int at) {
        const float2 both = primitives[at];
        return primitive { both.x, both.y };
    };
    float sum = 0;
    for (int m = lane; m < all; m += 32) {
        const int abc = quotient(m, one_d), ab_ = quotient(abc, one_c), i = quotient(ab_, one_b);
        const int l = m - abc * d.count, k = abc - ab_ * c.count, j = ab_ - i * b.count;
        sum += repulsion(a, b, c, d, ab, cd, load(a.first + i), load(b.first + j), load(c.first + k), load(d.first + l));
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        result[n] = sum;
}

extern "C" void integrals(const struct shell shells[SHELLS], const struct primitive primitives[PRIMITIVES],
                          const struct quartet quartets[QUARTETS], float result[QUARTETS])
{
    Device<shell> s(shells, SHELLS);
    Device<float2> p(primitives, PRIMITIVES);
    Device<short4> q(quartets, QUARTETS);
    Device<float> r(QUARTETS);
    integrate<<<(QUARTETS + WARPS - 1) / WARPS, dim3(32, WARPS)>>>(s, p, q, r);
    r.copy_to(result);
}
