// C = alpha A B + beta C, row by row.
#include "polybench.h"

#ifdef LARGE
enum { NI = 1000, NJ = 1100, NK = 1200 };
#else
enum { NI = 60, NJ = 70, NK = 80 };
#endif

static float a[NI][NK], b[NK][NJ], c[NI][NJ];

static void set(void)
{
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            c[i][j] = (float)((i * j + 1) % NI) / NI;
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NK; j++)
            a[i][j] = (float)(i * (j + 1) % NK) / NK;
    for (int i = 0; i < NK; i++)
        for (int j = 0; j < NJ; j++)
            b[i][j] = (float)(i * (j + 2) % NJ) / NJ;
}

static void gemm(int ni, int nj, int nk, float alpha, float beta, float c[NI][NJ], float a[NI][NK],
                 float b[NK][NJ])
{
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nj; j++)
            c[i][j] *= beta;
        for (int k = 0; k < nk; k++)
            for (int j = 0; j < nj; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        gemm(NI, NJ, NK, 1.5f, 1.2f, c, a, b);
        stop("gemm", sampled(&c[0][0], NI * NJ));
    }
    return result("gemm", &c[0][0], NI * NJ);
}
