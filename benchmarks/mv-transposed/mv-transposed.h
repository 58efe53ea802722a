// The transpose of a matrix times a vector.
#ifndef MV_TRANSPOSED_H
#define MV_TRANSPOSED_H

#ifndef N
#define N 256
#endif

void multiply(const float a[N][N], const float x[N], float y[N]);

#endif
