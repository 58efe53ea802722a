/* The types that libraries are told of when they run. */
#ifndef __LIBRARY_TYPES_H__
#define __LIBRARY_TYPES_H__
#include "cuda_runtime.h"

enum cudaDataType_t {
    CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_C_32F, CUDA_C_64F, CUDA_C_16F, CUDA_C_8I, CUDA_R_8U, CUDA_C_8U,
    CUDA_R_32I, CUDA_C_32I, CUDA_R_32U, CUDA_C_32U, CUDA_R_16BF, CUDA_C_16BF,
    CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2 = 29
};
typedef cudaDataType_t cudaDataType;

#endif
