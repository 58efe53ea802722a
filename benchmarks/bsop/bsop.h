// Black-Scholes option pricing.
#ifndef BSOP_H
#define BSOP_H

#ifndef OPTIONS
#define OPTIONS 20000
#endif

#define RATE 0.02f
#define VOLATILITY 0.30f

void prices(const float stock[OPTIONS], const float strike[OPTIONS], const float years[OPTIONS],
            float call[OPTIONS], float put[OPTIONS]);

#endif
