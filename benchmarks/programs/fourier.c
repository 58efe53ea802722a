// A Fourier transform: places exchanged by their bits turned round, then passes of butterflies.
#include <math.h>
#include <stdio.h>

#define BITS 9
#define N (1 << BITS)

static float re[N], im[N], cosine[N / 2], sine[N / 2];

static unsigned turned(unsigned i)
{
    unsigned out = 0;
    for (int b = 0; b < BITS; b++)
        out |= (i >> b & 1u) << (BITS - 1 - b);
    return out;
}

int main(void)
{
    const float two_pi = 6.2831853f;
    for (int i = 0; i < N; i++)
        re[i] = (float)(i * 5 % 13) - 6.0f;
    for (int i = 0; i < N / 2; i++) {
        cosine[i] = cosf(two_pi * (float)i / N);
        sine[i] = -sinf(two_pi * (float)i / N);
    }
    for (unsigned i = 0; i < N; i++) {
        unsigned j = turned(i);
        if (i < j) {
            float r = re[i], m = im[i];
            re[i] = re[j];
            im[i] = im[j];
            re[j] = r;
            im[j] = m;
        }
    }
    for (int half = 1; half < N; half *= 2)
        for (int group = 0; group < N; group += 2 * half)
            for (int k = 0; k < half; k++) {
                float c = cosine[k * (N / 2 / half)], s = sine[k * (N / 2 / half)];
                int a = group + k, b = a + half;
                float r = re[b] * c - im[b] * s, m = re[b] * s + im[b] * c;
                re[b] = re[a] - r;
                im[b] = im[a] - m;
                re[a] += r;
                im[a] += m;
            }
    printf("%.4g %.4g %.4g\n", re[0], re[1], im[N / 4 + 1]);
    return 0;
}
