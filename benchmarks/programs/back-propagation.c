// A layer of a neural network: forward, the error back, weights adjusted.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void forward(const float *in, float *out, const float *w, int n_in, int n_out)
{
    for (int o = 0; o < n_out; o++) {
        float sum = w[o];
        for (int i = 0; i < n_in; i++)
            sum += w[(i + 1) * n_out + o] * in[i];
        out[o] = 1.0f / (1.0f + expf(-sum));
    }
}

static void adjust(float *w, float *old, const float *delta, const float *in, int n_in, int n_out)
{
    for (int i = 0; i <= n_in; i++)
        for (int o = 0; o < n_out; o++) {
            float change = 0.3f * delta[o] * (i == 0 ? 1.0f : in[i - 1]) + 0.3f * old[i * n_out + o];
            w[i * n_out + o] += change;
            old[i * n_out + o] = change;
        }
}

int main(int argc, char **argv)
{
    int n_in = argc > 1 ? atoi(argv[1]) : 100, n_out = 40;
    float *in = malloc(sizeof(float) * n_in), *out = malloc(sizeof(float) * n_out),
          *delta = malloc(sizeof(float) * n_out), *w = malloc(sizeof(float) * (n_in + 1) * n_out),
          *old = calloc((size_t)(n_in + 1) * n_out, sizeof(float));
    if (!in || !out || !delta || !w || !old)
        return 1;
    for (int i = 0; i < n_in; i++)
        in[i] = (float)(i % 7) / 7.0f;
    for (int i = 0; i < (n_in + 1) * n_out; i++)
        w[i] = (float)(i * 31 % 17 - 8) / 100.0f;
    float error = 0;
    for (int round = 0; round < 4; round++) {
        forward(in, out, w, n_in, n_out);
        error = 0;
        for (int o = 0; o < n_out; o++) {
            delta[o] = out[o] * (1.0f - out[o]) * (0.1f - out[o]);
            error += fabsf(delta[o]);
        }
        adjust(w, old, delta, in, n_in, n_out);
    }
    printf("%.4g %.4g\n", error, out[n_out / 2]);
    free(in);
    free(out);
    free(delta);
    free(w);
    free(old);
    return 0;
}
