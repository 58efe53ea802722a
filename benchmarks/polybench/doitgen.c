// A[r][q] becomes A[r][q] C4: a product for each pair (r, q), in place.
#include "polybench.h"

#ifdef LARGE
enum { NR = 150, NQ = 140, NP = 160 };
#else
enum { NR = 25, NQ = 20, NP = 30 };
#endif

static float a[NR][NQ][NP], c4[NP][NP], sum[NP];

static void set(void)
{
    for (int r = 0; r < NR; r++)
        for (int q = 0; q < NQ; q++)
            for (int p = 0; p < NP; p++)
                a[r][q][p] = (float)((r * q + p) % NP) / NP;
    for (int i = 0; i < NP; i++)
        for (int j = 0; j < NP; j++)
            c4[i][j] = (float)(i * j % NP) / NP;
}

static void doitgen(int nr, int nq, int np, float a[NR][NQ][NP], float c4[NP][NP], float sum[NP])
{
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += a[r][q][s] * c4[s][p];
            }
            for (int p = 0; p < np; p++)
                a[r][q][p] = sum[p];
        }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        doitgen(NR, NQ, NP, a, c4, sum);
        stop("doitgen", sampled(&a[0][0][0], (long)NR * NQ * NP));
    }
    return result("doitgen", &a[0][0][0], (long)NR * NQ * NP);
}
