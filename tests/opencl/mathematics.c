#include "host.h"

enum { N = 16 };

static double between(double a, double b, double x)
{
    double t = fmin(fmax((x - a) / (b - a), 0), 1);
    return t * t * (3 - 2 * t);
}

int main(void)
{
    static float x[N], y[N][16];
    const double pi = acos(-1.0);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = i * 0.25f;
    start("mathematics.cl", "");
    cl_mem in = buffer(sizeof x, x), out = buffer(sizeof y, NULL);
    cl_kernel k = kernel("mathematics");
    arguments(k, "mm", in, out);
    run(k, N, 0);
    fetch(out, sizeof y, y);
    for (int i = 0; i < N; i++) {
        double v = x[i], w, s = sin(v);
        int e;
        double fraction = modf(v, &w), mantissa = frexp(v + 1, &e);
        double expected[16] = {
            s + cos(v) * tan(v / 4),
            exp(v) + exp2(v) + log(1 + v) + log2(1 + v) + log10(1 + v),
            pow(v + 1, 1.5) + sqrt(v + 1) + cbrt(v),
            atan2(v, 2) + asin(v / 8) + acos(v / 8) + atan(v),
            sinh(v / 4) + cosh(v / 4) + tanh(v),
            s * cos(v),
            fraction + 10 * w,
            mantissa + e,
            between(0, 4, v),
            v * 180 / pi + v * pi / 180,
            -v + fdim(v, 1) + fmod(v, 0.75) + remainder(v, 0.75),
            (v + 1) * (v + 1) + sqrt(v) + 1 / sqrt(v + 1) + cbrt(v + 1),
            erf(v) + tgamma(v / 4 + 1) + expm1(v / 4) + log1p(v),
            (v > 2 ? v : -2) + (v < 2 ? v : -2) + v,
            v + 1,
            sin(pi * v) + cos(pi * v / 2) + (v > 1) - (v < 1) + (v >= 1) + v + (2 - v) * 0.25,
        };
        for (int f = 0; f < 16; f++)
            if (fabs(y[i][f] - expected[f]) > 2e-4 * (1 + fabs(expected[f])) && !(f == 13 && v == 2)) {
                printf("function %d of %g: %g instead of %g\n", f, v, y[i][f], expected[f]);
                wrong++;
            }
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(k);
    verdict("mathematics", wrong);
}
