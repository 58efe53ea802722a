// Levinson and Durbin: the Toeplitz system of Yule and Walker, one order after
// the other.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#else
enum { N = 120 };
#endif

static float r[N], y[N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        r[i] = 1.0f / (float)(2 * N + 3 * i);
}

static void durbin(int n, float r[N], float y[N])
{
    float z[N];
    float alpha = -r[0], beta = 1, sum;

    y[0] = -r[0];
    for (int k = 1; k < n; k++) {
        beta = (1 - alpha * alpha) * beta;
        sum = 0;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        durbin(N, r, y);
        stop("durbin", sampled(y, N));
    }
    return result("durbin", y, N);
}
