// Random options, and their prices in double precision.
#include "../harness.h"
#include "bsop.h"

static double normal(double d)
{
    return 0.5 * erfc(-d / sqrt(2.0));
}

int main(void)
{
    float *stock = room(OPTIONS, sizeof *stock), *strike = room(OPTIONS, sizeof *strike);
    float *years = room(OPTIONS, sizeof *years);
    float *call = room(OPTIONS, sizeof *call), *put = room(OPTIONS, sizeof *put);
    unsigned seed = 5347;

    for (int i = 0; i < OPTIONS; i++) {
        stock[i] = uniform(&seed, 5, 30);
        strike[i] = uniform(&seed, 1, 100);
        years[i] = uniform(&seed, 0.25f, 10);
    }
    prices(stock, strike, years, call, put);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int i = 0; i < OPTIONS; i += OPTIONS / 10000 + 1) {
        double s = stock[i], x = strike[i], t = years[i], r = RATE, v = VOLATILITY;
        double d1 = (log(s / x) + (r + v * v / 2) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t);
        compare(&e, s * normal(d1) - x * exp(-r * t) * normal(d2), call[i]);
        compare(&e, x * exp(-r * t) * normal(-d2) - s * normal(-d1), put[i]);
    }
    return verdict("bsop", e, 1e-5);
}
