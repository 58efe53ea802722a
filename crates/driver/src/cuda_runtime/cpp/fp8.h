/* Numbers of 8 bits: four of exponent and three of fraction, or five and two. */
#ifndef WARPLOOM_FP8_H
#define WARPLOOM_FP8_H
#include "warploom/half.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace warploom {
inline float fp8_value(unsigned bits, __nv_fp8_interpretation_t kind)
{
    const int width = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
    const int exponent = (int)(bits >> width & (kind == __NV_E4M3 ? 15 : 31)), fraction = (int)bits & ((1 << width) - 1);
    float value;
    if (kind == __NV_E5M2 && exponent == 31)
        value = fraction == 0 ? __builtin_inff() : __builtin_nanf("");
    else if (kind == __NV_E4M3 && (bits & 0x7f) == 0x7f)
        value = __builtin_nanf("");
    else
        value = exponent == 0 ? __builtin_ldexpf((float)fraction, 1 - bias - width)
                              : __builtin_ldexpf((float)(fraction | 1 << width), exponent - bias - width);
    return bits & 0x80 ? -value : value;
}
/* The nearest; of two, the even one. */
inline __nv_fp8_storage_t fp8_bits(float value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind)
{
    const unsigned sign = __builtin_signbit(value) ? 0x80 : 0, largest = kind == __NV_E4M3 ? 0x7e : 0x7b;
    const unsigned beyond = saturation == __NV_SATFINITE ? largest : kind == __NV_E4M3 ? 0x7f : 0x7c;
    if (value != value)
        return 0x7f;
    const float size = __builtin_fabsf(value);
    unsigned low = 0, high = largest;
    if (size >= fp8_value(largest, kind)) {
        const float step = fp8_value(largest, kind) - fp8_value(largest - 1, kind);
        return (__nv_fp8_storage_t)(sign | (size < fp8_value(largest, kind) + step / 2 ? largest : beyond));
    }
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (fp8_value(middle, kind) <= size ? low : high) = middle;
    }
    const float below = size - fp8_value(low, kind), above = fp8_value(high, kind) - size;
    return (__nv_fp8_storage_t)(sign | (below < above || (below == above && low % 2 == 0) ? low : high));
}
}

inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return ::warploom::fp8_bits(value, saturation, kind); }
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return ::warploom::fp8_bits((float)value, saturation, kind); }
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw value, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) { return ::warploom::fp8_bits((float)__half(value), saturation, kind); }
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind) { return __half(::warploom::fp8_value(bits, kind)); }
#define WARPLOOM_FP8(NAME, KIND)                                                                                      \
    struct __nv_fp8_##NAME {                                                                                          \
        __nv_fp8_storage_t __x;                                                                                       \
        __nv_fp8_##NAME() = default;                                                                                  \
        template <class T, ::warploom::IfNumber<T> = 0> explicit __nv_fp8_##NAME(T value) : __x(::warploom::fp8_bits((float)value, __NV_SATFINITE, KIND)) {} \
        explicit __nv_fp8_##NAME(__half value) : __x(::warploom::fp8_bits((float)value, __NV_SATFINITE, KIND)) {}     \
        explicit __nv_fp8_##NAME(__nv_bfloat16 value) : __x(::warploom::fp8_bits((float)value, __NV_SATFINITE, KIND)) {} \
        explicit operator float() const { return ::warploom::fp8_value(__x, KIND); }                                  \
        explicit operator double() const { return ::warploom::fp8_value(__x, KIND); }                                 \
        explicit operator __half() const { return __half(::warploom::fp8_value(__x, KIND)); }                         \
        explicit operator __nv_bfloat16() const { return __nv_bfloat16(::warploom::fp8_value(__x, KIND)); }           \
    };                                                                                                                \
    struct __nv_fp8x4_##NAME {                                                                                        \
        __nv_fp8x4_storage_t __x;                                                                                     \
        __nv_fp8x4_##NAME() = default;                                                                                \
        explicit __nv_fp8x4_##NAME(float4 v)                                                                          \
            : __x(__nv_fp8_##NAME(v.x).__x | (unsigned)__nv_fp8_##NAME(v.y).__x << 8 | (unsigned)__nv_fp8_##NAME(v.z).__x << 16 | (unsigned)__nv_fp8_##NAME(v.w).__x << 24) {} \
        explicit __nv_fp8x4_##NAME(__half2 low, __half2 high)                                                         \
            : __nv_fp8x4_##NAME(float4{__half2float(low.x), __half2float(low.y), __half2float(high.x), __half2float(high.y)}) {}\
        explicit __nv_fp8x4_##NAME(__nv_bfloat162 low, __nv_bfloat162 high)                                           \
            : __nv_fp8x4_##NAME(float4{__bfloat162float(low.x), __bfloat162float(low.y), __bfloat162float(high.x), __bfloat162float(high.y)}) {}\
        explicit operator float4() const                                                                              \
        {                                                                                                             \
            return {::warploom::fp8_value(__x & 255, KIND), ::warploom::fp8_value(__x >> 8 & 255, KIND),              \
                    ::warploom::fp8_value(__x >> 16 & 255, KIND), ::warploom::fp8_value(__x >> 24, KIND)};            \
        }                                                                                                             \
    };
WARPLOOM_FP8(e4m3, __NV_E4M3)
WARPLOOM_FP8(e5m2, __NV_E5M2)

#endif
