// Prices of 2^25 European options, one per iteration.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The cumulative normal distribution, Abramowitz and Stegun 26.2.17.
static float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

static void prices(int n, const float *stock, const float *strike, const float *years,
                   float *call, float *put, float rate, float volatility)
{
#pragma hicuda shape stock[n] strike[n] years[n] call[n] put[n]
#pragma hicuda global alloc stock[*] copyin
#pragma hicuda global alloc strike[*] copyin
#pragma hicuda global alloc years[*] copyin
#pragma hicuda global alloc call[*]
#pragma hicuda global alloc put[*]
#pragma hicuda kernel black_scholes tblock((n + 127) / 128) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(stock[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        float n1 = normal(d1), n2 = normal(d2);
        float discounted = strike[i] * expf(-rate * years[i]);
        call[i] = stock[i] * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - stock[i] * (1.0f - n1);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout call[*]
#pragma hicuda global copyout put[*]
#pragma hicuda global free stock strike years call put
}

static float uniform(unsigned *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*seed >> 8) / (1 << 24);
}

int main(void)
{
    int n = 1 << 25;
    float *stock = malloc(n * sizeof *stock), *strike = malloc(n * sizeof *strike), *years = malloc(n * sizeof *years);
    float *call = malloc(n * sizeof *call), *put = malloc(n * sizeof *put);
    unsigned seed = 5;

    for (int i = 0; i < n; i++) {
        stock[i] = uniform(&seed, 5, 30);
        strike[i] = uniform(&seed, 1, 100);
        years[i] = uniform(&seed, 0.25f, 10);
    }
    prices(n, stock, strike, years, call, put, 0.02f, 0.30f);
    for (int at = 0; at < n; at += n / 40)
        printf("%.3f %.3f\n", call[at], put[at]);
    return 0;
}
