/* The types of cuFFT, for kernels that scale what it has transformed. */
#ifndef WARPLOOM_KERNELS_CUFFT_H
#define WARPLOOM_KERNELS_CUFFT_H
#include <cuComplex.h>
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
#endif
