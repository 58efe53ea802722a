// Functions of integers, and a few of reals whose results are exact.
kernel void integers(global int *out, int x, uint u)
{
    int at = 0;
    out[at++] = rotate(x, 8);
    out[at++] = (int)rotate((uchar)0x81, (uchar)1);
    out[at++] = popcount(u) + clz(u) + clz((ushort)1);
    out[at++] = mul_hi(x, x) + (int)mul_hi(u, u);
    out[at++] = (int)mul_hi(0x123456789abcdefL, 0xfedcba987654321L);
    out[at++] = mad24(5, 6, 7) + mul24(3, 4);
    out[at++] = add_sat((char)100, (char)100) + sub_sat((uchar)3, (uchar)5);
    out[at++] = add_sat(x, 0x7fffffff) - 0x7ffffff0;
    out[at++] = (int)abs(-7) + (int)abs_diff(-3, 4);
    out[at++] = hadd(7, 10) + rhadd(7, 10);
    out[at++] = min(x, 5) + max(u, 3u);
    out[at++] = clamp(x, 0, 100);
    out[at++] = bitselect(0x0f0f, 0x3333, 0x00ff);
    out[at++] = upsample((short)1, (ushort)2);
    out[at++] = convert_char_sat(300) + convert_uchar_sat(-4) + convert_int_rte(2.5f) + convert_int_rtp(2.1f) + convert_int_rtn(-2.1f);
    out[at++] = isnan(0.0f / 0.0f * x) + isinf(1.0e30f * 1.0e30f) + isfinite(1.0f) + signbit(-1.0f);
    out[at++] = (int)fmin(3.0f, 2.0f) + (int)fmax(3.0f, 2.0f) + (int)fabs(-4.0f) + (int)floor(2.7f) + (int)ceil(2.2f);
    out[at++] = (int)native_sqrt(16.0f) + (int)half_recip(0.25f) + (int)native_divide(9.0f, 3.0f) + (int)pown(2.0f, 5);
    out[at++] = (int)mad(2.0f, 3.0f, 4.0f) + (int)fma(2.0f, 3.0f, 4.0f) + (int)ldexp(1.0f, 4) + (int)rint(2.5f);
    out[at++] = (int)fmod(7.5f, 2.0f) + (int)trunc(-2.5f) + (int)round(2.5f) + (int)hypot(3.0f, 4.0f);
    out[at++] = as_int((uchar4)(1, 2, 3, 4));
}
