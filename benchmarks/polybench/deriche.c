// Deriche's edge filter: recursive sweeps along each row in both directions,
// then along each column.
#include "polybench.h"

#ifdef LARGE
enum { W = 4096, H = 2160 };
#else
enum { W = 72, H = 48 };
#endif

static float in[W][H], out[W][H], forth[W][H], back[W][H];

static void set(void)
{
    for (int i = 0; i < W; i++)
        for (int j = 0; j < H; j++)
            in[i][j] = (float)((313 * i + 991 * j) % 65536) / 65535.0f;
}

static void deriche(int w, int h, float alpha, float in[W][H], float out[W][H], float forth[W][H],
                    float back[W][H])
{
    float k = (1 - expf(-alpha)) * (1 - expf(-alpha)) / (1 + 2 * alpha * expf(-alpha) - expf(2 * alpha));
    float a1 = k, a2 = k * expf(-alpha) * (alpha - 1);
    float a3 = k * expf(-alpha) * (alpha + 1), a4 = -k * expf(-2 * alpha);
    float b1 = powf(2, -alpha), b2 = -expf(-2 * alpha);
    float xm1, ym1, ym2, xp1, xp2, yp1, yp2, tm1, tp1, tp2;

    for (int i = 0; i < w; i++) {
        ym1 = 0;
        ym2 = 0;
        xm1 = 0;
        for (int j = 0; j < h; j++) {
            forth[i][j] = a1 * in[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = in[i][j];
            ym2 = ym1;
            ym1 = forth[i][j];
        }
    }
    for (int i = 0; i < w; i++) {
        yp1 = 0;
        yp2 = 0;
        xp1 = 0;
        xp2 = 0;
        for (int j = h - 1; j >= 0; j--) {
            back[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = in[i][j];
            yp2 = yp1;
            yp1 = back[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = forth[i][j] + back[i][j];
    for (int j = 0; j < h; j++) {
        tm1 = 0;
        ym1 = 0;
        ym2 = 0;
        for (int i = 0; i < w; i++) {
            forth[i][j] = a1 * out[i][j] + a2 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = out[i][j];
            ym2 = ym1;
            ym1 = forth[i][j];
        }
    }
    for (int j = 0; j < h; j++) {
        tp1 = 0;
        tp2 = 0;
        yp1 = 0;
        yp2 = 0;
        for (int i = w - 1; i >= 0; i--) {
            back[i][j] = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = out[i][j];
            yp2 = yp1;
            yp1 = back[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = forth[i][j] + back[i][j];
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        deriche(W, H, 0.25f, in, out, forth, back);
        stop("deriche", sampled(&out[0][0], (long)W * H));
    }
    return result("deriche", &out[0][0], (long)W * H);
}
