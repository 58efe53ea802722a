// The product of two matrices.
#ifndef MATMUL_TILE_H
#define MATMUL_TILE_H

#ifndef N
#define N 128
#endif

void multiply(const float a[N][N], const float b[N][N], float c[N][N]);

#endif
