// A matrix times a vector.
#ifndef MV_H
#define MV_H

#ifndef N
#define N 256
#endif

void multiply(const float a[N][N], const float x[N], float y[N]);

#endif
