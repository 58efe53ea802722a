// Black-Scholes prices of European options: one option per iteration, a
// function of the same file called from the kernel, constants of the model
// passed by value.
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
    int n = 100000;
    float *memory = malloc(5 * n * sizeof *memory);
    float *stock = memory, *strike = memory + n, *years = memory + 2 * n, *call = memory + 3 * n, *put = memory + 4 * n;
    unsigned seed = 5;

    for (int i = 0; i < n; i++) {
        stock[i] = uniform(&seed, 5, 30);
        strike[i] = uniform(&seed, 1, 100);
        years[i] = uniform(&seed, 0.25f, 10);
    }
    prices(n, stock, strike, years, call, put, 0.02f, 0.30f);

    // Put-call parity holds whatever the distribution function returns.
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double parity = call[i] - put[i] - (stock[i] - strike[i] * exp(-0.02 * years[i]));
        worst = fmax(worst, fabs(parity));
    }
    printf("Black-Scholes, %d options: %s\n", n, worst < 1e-3 && call[0] >= 0 ? "PASSED" : "FAILED");
    free(memory);
    return worst < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
