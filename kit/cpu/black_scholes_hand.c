// Prices of options as the sequential loop with one line of OpenMP.
#include "black_scholes.h"

static void work(void)
{
    start();
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(stock[i] / strike[i]) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i]) / (VOLATILITY * root);
        float d2 = d1 - VOLATILITY * root;
        float n1 = normal(d1), n2 = normal(d2);
        float discounted = strike[i] * expf(-RATE * years[i]);
        call[i] = stock[i] * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - stock[i] * (1.0f - n1);
    }
    stop();
}
