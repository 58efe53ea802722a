// What the solver wants of a library. On a GPU it is cuBLAS (library_cuda.c),
// elsewhere the machine's BLAS (library_cpu.c): each works on memory of its own kind.
#ifndef LIBRARY_H
#define LIBRARY_H

// The sum of x[i] * y[i].
float dot(int n, const float *x, const float *y);

// y = A x, A of n rows and n columns, row by row.
void matrix_vector(int n, const float *a, const float *x, float *y);

#endif
