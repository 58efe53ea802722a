// G = (A B) (C D): three matrix products.
#include "polybench.h"

#ifdef LARGE
enum { NI = 800, NJ = 900, NK = 1000, NL = 1100, NM = 1200 };
#else
enum { NI = 40, NJ = 50, NK = 60, NL = 70, NM = 80 };
#endif

static float a[NI][NK], b[NK][NJ], c[NJ][NM], d[NM][NL];
static float e[NI][NJ], f[NJ][NL], g[NI][NL];

static void set(void)
{
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NK; j++)
            a[i][j] = (float)((i * j + 1) % NI) / (5 * NI);
    for (int i = 0; i < NK; i++)
        for (int j = 0; j < NJ; j++)
            b[i][j] = (float)((i * (j + 1) + 2) % NJ) / (5 * NJ);
    for (int i = 0; i < NJ; i++)
        for (int j = 0; j < NM; j++)
            c[i][j] = (float)(i * (j + 3) % NL) / (5 * NL);
    for (int i = 0; i < NM; i++)
        for (int j = 0; j < NL; j++)
            d[i][j] = (float)((i * (j + 2) + 2) % NK) / (5 * NK);
}

static void three_products(int ni, int nj, int nk, int nl, int nm, float e[NI][NJ], float a[NI][NK],
                           float b[NK][NJ], float f[NJ][NL], float c[NJ][NM], float d[NM][NL],
                           float g[NI][NL])
{
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            e[i][j] = 0;
            for (int k = 0; k < nk; ++k)
                e[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < nj; i++)
        for (int j = 0; j < nl; j++) {
            f[i][j] = 0;
            for (int k = 0; k < nm; ++k)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nl; j++) {
            g[i][j] = 0;
            for (int k = 0; k < nj; ++k)
                g[i][j] += e[i][k] * f[k][j];
        }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        three_products(NI, NJ, NK, NL, NM, e, a, b, f, c, d, g);
        stop("3mm", sampled(&g[0][0], NI * NL));
    }
    return result("3mm", &g[0][0], NI * NL);
}
