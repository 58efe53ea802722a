// Each row of a matrix times its own factor.
#ifndef ROW_SCALE_H
#define ROW_SCALE_H

#ifndef N
#define N 256
#endif

void scale(const float a[N][N], const float factor[N], float b[N][N]);

#endif
