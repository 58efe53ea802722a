// One step of a Jacobi iteration.
#ifndef JACOBI_H
#define JACOBI_H

#ifndef INNER
#define INNER 128
#endif

#define N (INNER + 2)

void step(const float a[N][N], float b[N][N]);

#endif
