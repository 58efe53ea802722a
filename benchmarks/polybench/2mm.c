// D = alpha A B C + beta D: two matrix products.
#include "polybench.h"

#ifdef LARGE
enum { NI = 800, NJ = 900, NK = 1100, NL = 1200 };
#else
enum { NI = 40, NJ = 50, NK = 70, NL = 80 };
#endif

static float a[NI][NK], b[NK][NJ], c[NJ][NL], d[NI][NL], tmp[NI][NJ];

static void set(void)
{
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NK; j++)
            a[i][j] = (float)((i * j + 1) % NI) / NI;
    for (int i = 0; i < NK; i++)
        for (int j = 0; j < NJ; j++)
            b[i][j] = (float)(i * (j + 1) % NJ) / NJ;
    for (int i = 0; i < NJ; i++)
        for (int j = 0; j < NL; j++)
            c[i][j] = (float)((i * (j + 3) + 1) % NL) / NL;
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NL; j++)
            d[i][j] = (float)(i * (j + 2) % NK) / NK;
}

static void two_products(int ni, int nj, int nk, int nl, float alpha, float beta, float tmp[NI][NJ],
                         float a[NI][NK], float b[NK][NJ], float c[NJ][NL], float d[NI][NL])
{
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            tmp[i][j] = 0;
            for (int k = 0; k < nk; k++)
                tmp[i][j] += alpha * a[i][k] * b[k][j];
        }
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nl; j++) {
            d[i][j] *= beta;
            for (int k = 0; k < nj; k++)
                d[i][j] += tmp[i][k] * c[k][j];
        }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        two_products(NI, NJ, NK, NL, 1.5f, 1.2f, tmp, a, b, c, d);
        stop("2mm", sampled(&d[0][0], NI * NL));
    }
    return result("2mm", &d[0][0], NI * NL);
}
