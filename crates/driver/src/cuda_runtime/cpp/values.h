/* Numbers whose type a library is told when it runs, and sums in the type that is computed in. */
#ifndef WARPLOOM_VALUES_H
#define WARPLOOM_VALUES_H
#include "warploom/half.h"
#include "cuda_fp8.h"
#include "cuComplex.h"
#include "library_types.h"
#include <complex>
#include <cstdint>

namespace warploom {

typedef std::complex<double> number;

inline int64_t bytes_of(cudaDataType type)
{
    switch (type) {
    case CUDA_C_64F: return 16;
    case CUDA_R_64F: case CUDA_C_32F: return 8;
    case CUDA_R_16F: case CUDA_R_16BF: return 2;
    case CUDA_R_8I: case CUDA_R_8U: case CUDA_R_8F_E4M3: case CUDA_R_8F_E5M2: return 1;
    default: return 4;
    }
}

/* Numbers in memory, of a type that the program names when it runs. */
struct Values {
    void *at = nullptr;
    cudaDataType type = CUDA_R_32F;

    number operator[](int64_t i) const
    {
        switch (type) {
        case CUDA_R_64F: return ((const double *)at)[i];
        case CUDA_C_32F: return number(((const cuComplex *)at)[i].x, ((const cuComplex *)at)[i].y);
        case CUDA_C_64F: return number(((const cuDoubleComplex *)at)[i].x, ((const cuDoubleComplex *)at)[i].y);
        case CUDA_R_16F: return (double)(float)((const __half *)at)[i];
        case CUDA_R_16BF: return (double)(float)((const __nv_bfloat16 *)at)[i];
        case CUDA_R_8F_E4M3: return (double)fp8_value(((const __nv_fp8_storage_t *)at)[i], __NV_E4M3);
        case CUDA_R_8F_E5M2: return (double)fp8_value(((const __nv_fp8_storage_t *)at)[i], __NV_E5M2);
        case CUDA_R_8I: return (double)((const signed char *)at)[i];
        case CUDA_R_32I: return (double)((const int *)at)[i];
        default: return (double)((const float *)at)[i];
        }
    }
    void set(int64_t i, number value) const
    {
        switch (type) {
        case CUDA_R_64F: ((double *)at)[i] = value.real(); break;
        case CUDA_C_32F: ((cuComplex *)at)[i] = make_cuComplex((float)value.real(), (float)value.imag()); break;
        case CUDA_C_64F: ((cuDoubleComplex *)at)[i] = make_cuDoubleComplex(value.real(), value.imag()); break;
        case CUDA_R_16F: ((__half *)at)[i] = __half((float)value.real()); break;
        case CUDA_R_16BF: ((__nv_bfloat16 *)at)[i] = __nv_bfloat16((float)value.real()); break;
        case CUDA_R_8F_E4M3: ((__nv_fp8_storage_t *)at)[i] = fp8_bits((float)value.real(), __NV_SATFINITE, __NV_E4M3); break;
        case CUDA_R_8F_E5M2: ((__nv_fp8_storage_t *)at)[i] = fp8_bits((float)value.real(), __NV_SATFINITE, __NV_E5M2); break;
        case CUDA_R_8I: ((signed char *)at)[i] = (signed char)value.real(); break;
        case CUDA_R_32I: ((int *)at)[i] = (int)value.real(); break;
        default: ((float *)at)[i] = (float)value.real(); break;
        }
    }
};

/* Numbers in the type that sums are kept in. */
template <class S> inline S as(number value) { return (S)value.real(); }
template <> inline std::complex<float> as(number value) { return std::complex<float>(value); }
template <> inline number as(number value) { return value; }
template <class S> inline number wide(S value) { return (double)value; }
template <> inline number wide(std::complex<float> value) { return number(value); }
template <> inline number wide(number value) { return value; }

/* Calls `work` with a zero of the type that is computed in, if numbers are computed in it. */
template <class Work> inline bool computing(cudaDataType type, Work work)
{
    switch (type) {
    case CUDA_R_32F: case CUDA_R_16F: case CUDA_R_16BF: work(0.0f); break;
    case CUDA_R_64F: work(0.0); break;
    case CUDA_R_32I: work(0); break;
    case CUDA_C_32F: work(std::complex<float>()); break;
    case CUDA_C_64F: work(number()); break;
    default: return false;
    }
    return true;
}
/* A factor that is handed over by its address. */
template <class S> inline S factor(const void *at, cudaDataType type) { return as<S>(Values{(void *)at, type}[0]); }
/* to = alpha sum + beta to; what beta of zero multiplies is not looked at. */
template <class S> inline void update(const Values &to, int64_t i, S alpha, S sum, S beta)
{
    to.set(i, wide<S>(beta == S() ? alpha * sum : alpha * sum + beta * as<S>(to[i])));
}

}

#endif
