#include "host.h"

enum { N = 256 };
static float random_numbers[N], call[N], put[N];

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        random_numbers[i] = (i * 37 % 100) / 100.0f;
    start("black_scholes.cl", "");
    cl_mem r = buffer(sizeof call, random_numbers), c = buffer(sizeof call, NULL), p = buffer(sizeof put, NULL);
    cl_kernel k = kernel("black_scholes");
    arguments(k, "mmm", r, c, p);
    run(k, N / 4, 16);
    fetch(c, sizeof call, call);
    fetch(p, sizeof put, put);
    for (int i = 0; i < N; i++) {
        double x = random_numbers[i], s = 10 + 90 * x, strike = 100 - 90 * x, t = 1 + 9 * x, sigma = 0.01 + 0.09 * x;
        double d1 = (log(s / strike) + (0.03 + sigma * sigma / 2) * t) / (sigma * sqrt(t)), d2 = d1 - sigma * sqrt(t);
        double price = s * 0.5 * erfc(-d1 / sqrt(2)) - strike * exp(-0.03 * t) * 0.5 * erfc(-d2 / sqrt(2));
        wrong += fabs(call[i] - price) > 1e-3 * s;
        wrong += fabs(call[i] - put[i] - s + strike * exp(-0.03 * t)) > 1e-2;
    }
    clReleaseMemObject(r);
    clReleaseMemObject(c);
    clReleaseMemObject(p);
    clReleaseKernel(k);
    verdict("black scholes", wrong);
}
