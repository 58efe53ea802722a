// Four million options and their prices, 80 MiB.
#include <math.h>

#include "measure.h"

#define N (1 << 22)
#define RATE 0.02f
#define VOLATILITY 0.30f

static float stock[N], strike[N], years[N], call[N], put[N];

// The cumulative normal distribution, Abramowitz and Stegun 26.2.17.
static float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

static void prepare(void)
{
    for (int i = 0; i < N; i++) {
        stock[i] = 5.0f + (float)(i % 2503) * 0.01f;
        strike[i] = 1.0f + (float)(i % 9901) * 0.01f;
        years[i] = 0.25f + (float)(i % 977) * 0.01f;
    }
}

static double digest(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += call[i] + put[i] * (i % 3);
    return sum;
}
