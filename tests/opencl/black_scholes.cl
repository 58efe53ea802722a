// Prices of options, four at a time; the normal distribution by a polynomial.
float4 phi(float4 x)
{
    const float4 c1 = 0.319381530f, c2 = -0.356563782f, c3 = 1.781477937f, c4 = -1.821255978f, c5 = 1.330274429f;
    const float4 oneBySqrt2pi = 0.398942280f, one = 1.0f;
    float4 k = one / (one + 0.2316419f * fabs(x));
    float4 poly = k * (c1 + k * (c2 + k * (c3 + k * (c4 + k * c5))));
    float4 tail = oneBySqrt2pi * native_exp(-0.5f * x * x) * poly;
    return select(one - tail, tail, x < 0.0f);
}

__kernel void black_scholes(const __global float4 *random, __global float4 *call, __global float4 *put)
{
    size_t i = get_global_id(0);
    float4 in = random[i];
    float4 s = mix((float4)10.0f, (float4)100.0f, in), k = mix((float4)10.0f, (float4)100.0f, 1.0f - in);
    float4 t = mix((float4)1.0f, (float4)10.0f, in), r = 0.03f, sigma = mix((float4)0.01f, (float4)0.1f, in);
    float4 root = sigma * sqrt(t);
    float4 d1 = (log(s / k) + (r + sigma * sigma / 2.0f) * t) / root, d2 = d1 - root;
    float4 discounted = k * exp(-r * t);
    call[i] = s * phi(d1) - discounted * phi(d2);
    put[i] = discounted * phi(-d2) - s * phi(-d1);
}
