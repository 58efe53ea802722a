// Functions of reals, compared by the host with C's.
__kernel void mathematics(__global const float *x, __global float *y)
{
    int i = get_global_id(0);
    float v = x[i], c, w;
    int e;
    __global float *to = y + 16 * i;
    to[0] = sin(v) + cos(v) * tan(v / 4);
    to[1] = exp(v) + exp2(v) + log(1 + v) + log2(1 + v) + log10(1 + v);
    to[2] = pow(v + 1, 1.5f) + powr(v + 1, 0.5f) + cbrt(v);
    to[3] = atan2(v, 2.0f) + asin(v / 8) + acos(v / 8) + atan(v);
    to[4] = sinh(v / 4) + cosh(v / 4) + tanh(v);
    to[5] = sincos(v, &c) * c;
    to[6] = modf(v, &w) + 10 * w;
    to[7] = frexp(v + 1, &e) + e;
    to[8] = smoothstep(0.0f, 4.0f, v);
    to[9] = degrees(v) + radians(v);
    to[10] = copysign(v, -1.0f) + fdim(v, 1.0f) + fmod(v, 0.75f) + remainder(v, 0.75f);
    to[11] = native_powr(v + 1, 2.0f) + half_sqrt(v) + native_rsqrt(v + 1) + rootn(v + 1, 3);
    to[12] = erf(v) + tgamma(v / 4 + 1) + expm1(v / 4) + log1p(v);
    to[13] = maxmag(v, -2.0f) + minmag(v, -2.0f) + nextafter(v, 9.0f);
    to[14] = distance((float3)(v, 1, 2), (float3)(0, 1, 2)) + normalize((float2)(v + 1, 0)).x;
    to[15] = sinpi(v) + cospi(v / 2) + sign(v - 1) + step(1.0f, v) + mix(v, 2.0f, 0.25f);
}
