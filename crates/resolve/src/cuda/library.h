/* What CUDA's library has for kernels and is made from the rest of it: read with the prelude, so that every
   target has these functions, and by the C++ compiler behind the CPU target. */

__device__ inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
__device__ inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
__device__ inline double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
__device__ inline float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
__device__ inline double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
__device__ inline float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
__device__ inline double norm4d(double x, double y, double z, double w) { return sqrt(x * x + y * y + z * z + w * w); }
__device__ inline float norm4df(float x, float y, float z, float w) { return sqrtf(x * x + y * y + z * z + w * w); }
__device__ inline double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
__device__ inline float rnorm4df(float x, float y, float z, float w) { return 1.0f / norm4df(x, y, z, w); }
__device__ inline void sincospi(double x, double *sine, double *cosine) { *sine = sinpi(x), *cosine = cospi(x); }
__device__ inline void sincospif(float x, float *sine, float *cosine) { *sine = sinpif(x), *cosine = cospif(x); }

__device__ inline double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
__device__ inline float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

/* The inverse of erf, by Newton's method from a first guess. */
__device__ inline double erfinv(double y)
{
    if (!(y > -1 && y < 1))
        return fabs(y) == 1 ? y / 0.0 : sqrt(-1.0);
    double l = log(1 - y * y), t = 4.3307467508 + l / 2;
    double x = copysign(sqrt(sqrt(t * t - l / 0.147) - t), y);
    for (int i = 0; i < 4; i++)
        x -= (erf(x) - y) / (1.12837916709551257390 * exp(-x * x));
    return x;
}
/* The inverse of erfc: near zero its argument would be lost in 1 - y. */
__device__ inline double erfcinv(double y)
{
    if (y > 0.0625)
        return erfinv(1.0 - y);
    if (!(y > 0))
        return y == 0 ? 1 / fabs(y) : sqrt(-1.0);
    double l = -log(y * 1.77245385090551602730), x = sqrt(l - 0.5 * log(l));
    for (int i = 0; i < 8; i++)
        x += (erfc(x) - y) / (1.12837916709551257390 * exp(-x * x));
    return x;
}
__device__ inline float erfinvf(float y) { return (float)erfinv(y); }
__device__ inline float erfcinvf(float y) { return (float)erfcinv(y); }
__device__ inline double normcdfinv(double y) { return -1.41421356237309504880 * erfcinv(2.0 * y); }
__device__ inline float normcdfinvf(float y) { return (float)normcdfinv(y); }

/* exp(x * x) * erfc(x): by a continued fraction where erfc is too small to be multiplied. */
__device__ inline double erfcx(double x)
{
    if (x < 10.0)
        return exp(x * x) * erfc(x);
    double tail = x;
    for (int k = 60; k > 0; k--)
        tail = x + 0.5 * k / tail;
    return 0.56418958354775628695 / tail;
}
__device__ inline float erfcxf(float x) { return (float)erfcx(x); }

/* Modified Bessel functions of the first kind, by their series. */
__device__ inline double cyl_bessel_i0(double x)
{
    double quarter = 0.25 * x * x, term = 1, sum = 1;
    for (int k = 1; term > sum * 1e-17; k++) {
        term *= quarter / ((double)k * k);
        sum += term;
    }
    return sum;
}
__device__ inline double cyl_bessel_i1(double x)
{
    double quarter = 0.25 * x * x, term = 1, sum = 1;
    for (int k = 1; term > sum * 1e-17; k++) {
        term *= quarter / ((double)k * (k + 1));
        sum += term;
    }
    return 0.5 * x * sum;
}
__device__ inline float cyl_bessel_i0f(float x) { return (float)cyl_bessel_i0(x); }
__device__ inline float cyl_bessel_i1f(float x) { return (float)cyl_bessel_i1(x); }

/* Averages, and products of bytes. */
__device__ inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__device__ inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__device__ inline unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
__device__ inline unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }
__device__ inline int __dp4a(int a, int b, int c)
{
    for (int byte = 0; byte < 4; byte++)
        c += (int)(signed char)(a >> 8 * byte) * (int)(signed char)(b >> 8 * byte);
    return c;
}
__device__ inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)
{
    for (int byte = 0; byte < 4; byte++)
        c += (a >> 8 * byte & 255) * (b >> 8 * byte & 255);
    return c;
}

/* Conversions to whole numbers of 64 bits, and of doubles without a sign: they stop at the ends of the type. */
__device__ inline long long __double2ll_rz(double x)
{
    if (x >= 9223372036854775808.0)
        return 9223372036854775807ll;
    return x >= -9223372036854775808.0 ? (long long)x : -9223372036854775807ll - 1;
}
__device__ inline unsigned long long __double2ull_rz(double x)
{
    if (x != x)
        return 9223372036854775808ull;
    if (x >= 18446744073709551616.0)
        return 18446744073709551615ull;
    return x > 0 ? (unsigned long long)x : 0ull;
}
__device__ inline unsigned int __double2uint_rz(double x)
{
    if (x != x)
        return 2147483648u;
    if (x >= 4294967296.0)
        return 4294967295u;
    return x > 0 ? (unsigned int)x : 0u;
}
__device__ inline long long __double2ll_rn(double x) { return __double2ll_rz(rint(x)); }
__device__ inline long long __double2ll_rd(double x) { return __double2ll_rz(floor(x)); }
__device__ inline long long __double2ll_ru(double x) { return __double2ll_rz(ceil(x)); }
__device__ inline unsigned long long __double2ull_rn(double x) { return __double2ull_rz(rint(x)); }
__device__ inline unsigned long long __double2ull_rd(double x) { return __double2ull_rz(floor(x)); }
__device__ inline unsigned long long __double2ull_ru(double x) { return __double2ull_rz(ceil(x)); }
__device__ inline unsigned int __double2uint_rn(double x) { return __double2uint_rz(rint(x)); }
__device__ inline unsigned int __double2uint_rd(double x) { return __double2uint_rz(floor(x)); }
__device__ inline unsigned int __double2uint_ru(double x) { return __double2uint_rz(ceil(x)); }
__device__ inline long long __float2ll_rz(float x) { return __double2ll_rz(x); }
__device__ inline long long __float2ll_rn(float x) { return __double2ll_rn(x); }
__device__ inline long long __float2ll_rd(float x) { return __double2ll_rd(x); }
__device__ inline long long __float2ll_ru(float x) { return __double2ll_ru(x); }
__device__ inline unsigned long long __float2ull_rz(float x) { return __double2ull_rz(x); }
__device__ inline unsigned long long __float2ull_rn(float x) { return __double2ull_rn(x); }
__device__ inline unsigned long long __float2ull_rd(float x) { return __double2ull_rd(x); }
__device__ inline unsigned long long __float2ull_ru(float x) { return __double2ull_ru(x); }
__device__ inline float __ll2float_rn(long long x) { return (float)x; }
__device__ inline float __ull2float_rn(unsigned long long x) { return (float)x; }
__device__ inline double __ll2double_rn(long long x) { return (double)x; }
__device__ inline double __ull2double_rn(unsigned long long x) { return (double)x; }
__device__ inline double __uint2double_rn(unsigned int x) { return (double)x; }

/* Shifts of two words that stop at 32, products of halves with bytes, the place of the n-th bit from a bit on. */
__device__ inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__device__ inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
__device__ inline int __dp2a_lo(int a, int b, int c)
{
    for (int half = 0; half < 2; half++)
        c += (int)(short)(a >> 16 * half) * (int)(signed char)(b >> 8 * (half + 0));
    return c;
}
__device__ inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c)
{
    for (int half = 0; half < 2; half++)
        c += (a >> 16 * half & 65535) * (b >> 8 * (half + 0) & 255);
    return c;
}
__device__ inline int __dp2a_hi(int a, int b, int c)
{
    for (int half = 0; half < 2; half++)
        c += (int)(short)(a >> 16 * half) * (int)(signed char)(b >> 8 * (half + 2));
    return c;
}
__device__ inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c)
{
    for (int half = 0; half < 2; half++)
        c += (a >> 16 * half & 65535) * (b >> 8 * (half + 2) & 255);
    return c;
}
__device__ inline unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0)
        return base < 32 && (mask >> base & 1) ? base : 4294967295u;
    for (int at = (int)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0)
            return (unsigned int)at;
    return 4294967295u;
}

/* As C++ has them, of float by the names of double. */
__device__ inline float rhypot(float x, float y) { return rhypotf(x, y); }
__device__ inline float norm3d(float x, float y, float z) { return norm3df(x, y, z); }
__device__ inline float rnorm3d(float x, float y, float z) { return rnorm3df(x, y, z); }
__device__ inline float norm4d(float x, float y, float z, float w) { return norm4df(x, y, z, w); }
__device__ inline float rnorm4d(float x, float y, float z, float w) { return rnorm4df(x, y, z, w); }
__device__ inline void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }
__device__ inline float normcdf(float x) { return normcdff(x); }
__device__ inline float normcdfinv(float y) { return normcdfinvf(y); }
__device__ inline float erfinv(float y) { return erfinvf(y); }
__device__ inline float erfcinv(float y) { return erfcinvf(y); }
__device__ inline float erfcx(float x) { return erfcxf(x); }
