// The prices of European options, after Black and Scholes.
#include <math.h>
#include "bsop.h"

// The cumulative normal distribution, Abramowitz and Stegun 26.2.17.
static float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) * k *
                 (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1.0f - tail : tail;
}

void prices(const float stock[OPTIONS], const float strike[OPTIONS], const float years[OPTIONS],
            float call[OPTIONS], float put[OPTIONS])
{
#pragma hicuda global alloc stock[*] copyin
#pragma hicuda global alloc strike[*] copyin
#pragma hicuda global alloc years[*] copyin
#pragma hicuda global alloc call[*]
#pragma hicuda global alloc put[*]
#pragma hicuda kernel black_scholes tblock((OPTIONS + 511) / 512) thread(128) fastmath
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < OPTIONS; i++) {
        float s = stock[i], x = strike[i], t = years[i];
        float root = sqrtf(t);
        float d1 = (logf(s / x) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) / (VOLATILITY * root);
        float d2 = d1 - VOLATILITY * root;
        float n1 = normal(d1), n2 = normal(d2);
        float discounted = x * expf(-RATE * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout call[*]
#pragma hicuda global copyout put[*]
#pragma hicuda global free stock strike years call put
}
