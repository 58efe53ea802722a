// Prices of options with directives, one option per thread.
#include "black_scholes.h"

static void work(void)
{
#pragma hicuda global alloc stock[*] copyin
#pragma hicuda global alloc strike[*] copyin
#pragma hicuda global alloc years[*] copyin
#pragma hicuda global alloc call[*]
#pragma hicuda global alloc put[*]
    start();
#pragma hicuda kernel prices tblock(N/128) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(stock[i] / strike[i]) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i]) / (VOLATILITY * root);
        float d2 = d1 - VOLATILITY * root;
        float n1 = normal(d1), n2 = normal(d2);
        float discounted = strike[i] * expf(-RATE * years[i]);
        call[i] = stock[i] * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - stock[i] * (1.0f - n1);
    }
#pragma hicuda kernel_end
    stop();
#pragma hicuda global copyout call[*]
#pragma hicuda global copyout put[*]
#pragma hicuda global free stock strike years call put
}
