// Where something is, by weighted guesses: moved, weighed against what is seen, and drawn anew.
#include <math.h>
#include <stdio.h>

#define N 500

static double x[N], y[N], weight[N], cumulated[N], drawn_x[N], drawn_y[N];
static unsigned seed[N];

static double uniform(unsigned *s)
{
    *s = *s * 1103515245u + 12345u;
    return (double)(*s >> 8) / 16777216.0;
}

int main(void)
{
    double at_x = 3, at_y = 4;
    for (int i = 0; i < N; i++) {
        seed[i] = (unsigned)i * 2654435761u + 1u;
        x[i] = 10 * uniform(&seed[i]);
        y[i] = 10 * uniform(&seed[i]);
    }
    for (int t = 0; t < 6; t++) {
        at_x += 0.5;
        at_y += 0.25;
        for (int i = 0; i < N; i++) {
            x[i] += 0.5 + 0.2 * (uniform(&seed[i]) - 0.5);
            y[i] += 0.25 + 0.2 * (uniform(&seed[i]) - 0.5);
        }
        for (int i = 0; i < N; i++) {
            double dx = x[i] - at_x, dy = y[i] - at_y;
            weight[i] = exp(-0.5 * (dx * dx + dy * dy));
        }
        double total = 0;
        for (int i = 0; i < N; i++)
            total += weight[i];
        for (int i = 0; i < N; i++)
            weight[i] /= total;
        cumulated[0] = weight[0];
        for (int i = 1; i < N; i++)
            cumulated[i] = cumulated[i - 1] + weight[i];
        for (int i = 0; i < N; i++) {
            double wanted = (i + 0.5) / N;
            int k = 0;
            while (k < N - 1 && cumulated[k] < wanted)
                k++;
            drawn_x[i] = x[k];
            drawn_y[i] = y[k];
        }
        for (int i = 0; i < N; i++) {
            x[i] = drawn_x[i];
            y[i] = drawn_y[i];
        }
    }
    double mean_x = 0, mean_y = 0;
    for (int i = 0; i < N; i++) {
        mean_x += x[i] / N;
        mean_y += y[i] / N;
    }
    printf("%.3g %.3g\n", mean_x, mean_y);
    return 0;
}
