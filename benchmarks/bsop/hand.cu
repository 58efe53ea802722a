// Four options per thread, so that every access moves 16 bytes.
extern "C" {
#include "bsop.h"
}
#include "../hand.h"

static __device__ float normal(float d)
{
    const float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
    const float tail = 0.39894228f * __expf(-0.5f * d * d) * k *
                       (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1.0f - tail : tail;
}

static __device__ void price(float s, float x, float t, float &call, float &put)
{
    const float inverse_root = rsqrtf(t), root = t * inverse_root;
    const float d1 = (__logf(__fdividef(s, x)) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) *
                     (inverse_root * (1.0f / VOLATILITY));
    const float n1 = normal(d1), n2 = normal(d1 - VOLATILITY * root);
    const float discounted = x * __expf(-RATE * t);
    call = s * n1 - discounted * n2;
    put = discounted * (1.0f - n2) - s * (1.0f - n1);
}

__global__ void __launch_bounds__(128)
black_scholes(const float4 *__restrict__ stock, const float4 *__restrict__ strike,
              const float4 *__restrict__ years, float4 *__restrict__ call, float4 *__restrict__ put)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= OPTIONS / 4)
        return;
    const float4 s = stock[i], x = strike[i], t = years[i];
    float4 c, p;
    price(s.x, x.x, t.x, c.x, p.x);
    price(s.y, x.y, t.y, c.y, p.y);
    price(s.z, x.z, t.z, c.z, p.z);
    price(s.w, x.w, t.w, c.w, p.w);
    call[i] = c;
    put[i] = p;
}

extern "C" void prices(const float stock[OPTIONS], const float strike[OPTIONS], const float years[OPTIONS],
                       float call[OPTIONS], float put[OPTIONS])
{
    static_assert(OPTIONS % 4 == 0, "four options per thread");
    Device<float4> s(stock, OPTIONS / 4), x(strike, OPTIONS / 4), t(years, OPTIONS / 4);
    Device<float4> c(OPTIONS / 4), p(OPTIONS / 4);
    black_scholes<<<(OPTIONS / 4 + 127) / 128, 128>>>(s, x, t, c, p);
    c.copy_to(call);
    p.copy_to(put);
}
