// Prices of options by the formula of Black and Scholes.
#include "loops.h"

static float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float polynomial = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * expf(-0.5f * d * d) * polynomial;
    return d > 0 ? 1.0f - tail : tail;
}

static void price(int n, const float *stock, const float *strike, const float *years, float *call, float *put)
{
    const float rate = 0.02f, volatility = 0.3f;
    // warploom: the iterations of `i` are independent
    #pragma hicuda global alloc stock[0:n-1] copyin
    #pragma hicuda global alloc strike[0:n-1] copyin
    #pragma hicuda global alloc years[0:n-1] copyin
    #pragma hicuda global alloc call[0:n-1]
    #pragma hicuda global alloc put[0:n-1]
    #pragma hicuda kernel price_call fastmath
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(stock[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        float discounted = strike[i] * expf(-rate * years[i]);
        call[i] = stock[i] * normal(d1) - discounted * normal(d2);
        put[i] = discounted * (1.0f - normal(d2)) - stock[i] * (1.0f - normal(d1));
    }
    #pragma hicuda kernel_end
    #pragma hicuda global copyout call[*]
    #pragma hicuda global copyout put[*]
    #pragma hicuda global free stock strike years call put
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 10000);
    float *stock = filled(n), *strike = filled(n), *years = filled(n), *call = filled(n), *put = filled(n);
    price(n, stock, strike, years, call, put);
    print(call, n);
    print(put, n);
    free(stock);
    free(strike);
    free(years);
    free(call);
    free(put);
    return 0;
}
