//@ emit: cuda opencl
//@ run: cpu sim
// A block has an array for each of its iterations, whose numbers only the run knows; a barrier lies
// between what its threads read and what they write over it, in every iteration.
#include <stdio.h>
enum { NR = 9, NQ = 7, NP = 30 };
static float a[NR][NQ][NP], c4[NP][NP], sum[NP];
static void doitgen(int nr, int nq, int np, float a[NR][NQ][NP], float c4[NP][NP], float sum[NP])
{
#pragma hicuda global alloc a[*][*][*] copyin
#pragma hicuda global alloc c4[*][*] copyin
#pragma hicuda global alloc sum[*]
#pragma hicuda kernel k tblock(4,3) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int r = 0; r < nr; r++)
#pragma hicuda loop_partition over_tblock
        for (int q = 0; q < nq; q++) {
#pragma hicuda shared alloc sum[0:29]
#pragma hicuda loop_partition over_thread
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += a[r][q][s] * c4[s][p];
            }
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
            for (int p = 0; p < np; p++)
                a[r][q][p] = sum[p];
#pragma hicuda shared remove sum
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*][*]
#pragma hicuda global free a c4 sum
}
int main(void)
{
    for (int i=0;i<NR*NQ*NP;i++) (&a[0][0][0])[i]=i%7;
    for (int i=0;i<NP*NP;i++) (&c4[0][0])[i]=i%5;
    doitgen(NR,NQ,NP,a,c4,sum);
    float t=0; for (int i=0;i<NR*NQ*NP;i++) t+=(&a[0][0][0])[i]*(i%3);
    printf("%g\n",t);
}
