//@ run: cpu sim
// Functions of CUDA's library that are made from other ones, and those for bits, conversions and rounding.
#include <cstdio>

const int N = 8;

__global__ void real(double *out, const double *in)
{
    int i = threadIdx.x;
    double x = in[i], p, q;
    float s, t;
    out[i] = normcdf(x) + normcdfinv(0.1 + x / 4) + erfinv(x / 2) + erfcinv(0.001 + x / 3) + erfcx(20 * x);
    out[i] += norm3d(x, 2.0, 3.0) + rnorm3d(x, 2.0, 3.0) + norm4d(x, 1.0, 2.0, 3.0) + rnorm4d(x, 1.0, 2.0, 3.0);
    sincospi(x, &p, &q);
    out[i] += p + 2 * q + rhypot(x, 1.0) + cyl_bessel_i0(x) + cyl_bessel_i1(x) + rcbrt(x + 1);
    sincospif((float)x, &s, &t);
    out[i] += s * 2 + t + normcdff((float)x) + erfinv(0.25f) + norm3df(1, 2, (float)x);
    sincosf((float)x, &s, &t);
    out[i] += s + 3 * t + __saturatef((float)x * 2 - 0.5f) + __frcp_rn((float)x + 1);
}

__global__ void wide(long long *out, const int *in)
{
    int i = threadIdx.x, n = in[i];
    double x = (n - 20000) * 1e9 + 0.5;
    out[i] = __double2ll_rn(x) + 3 * __double2ll_rd(x) + 5 * __double2ll_ru(x) + 7 * __double2ll_rz(x);
    out[i] += (long long)__double2ull_rn(x) + __double2uint_rd(x * 1e-6) + __float2ll_ru((float)n * 0.3f);
    out[i] ^= __double2ll_rn(1e30) ^ (long long)__double2ull_rz(-3.0) ^ __double2uint_rn(1e12) ^ (long long)__float2ull_rn(1e25f);
    out[i] += (long long)(__ll2double_rn(n) + __ull2float_rn(n) + __uint2double_rn(n) + __ll2float_rn(-n) + __ull2double_rn(n));
    out[i] += __funnelshift_lc(n, 77u, 9) + __funnelshift_lc(n, 77u, 40) + __funnelshift_rc(n, 77u, 32);
    out[i] += __dp2a_lo(n, 0x01ff03f0, -1) + __dp2a_hi(n, 0x01ff03f0, -1) + __dp2a_hi((unsigned)n, 0x01ff03f0u, 1u);
    out[i] += __fns(n, 0, 2) + 3 * __fns(n, 20, -1) + 5ll * __fns(n, 31, 4);
}

__global__ void whole(long long *out, const int *in)
{
    int i = threadIdx.x, n = in[i];
    float x = n * 0.37f;
    out[i] = __ffs(n) + 10ll * __ffsll((long long)n << 20) + 1000ll * (__brev(n) >> 16) + (long long)(__brevll(n) >> 30);
    out[i] += __byte_perm(n, 0x89abcdefu, 0x3715) + __funnelshift_l(n, 77u, 9) + __funnelshift_r(n, 77u, 9);
    out[i] += __sad(n, -5, 7u) + __usad(n, 90u, 7u) + __hadd(n, -3) + __rhadd(n, 4) + __uhadd(n, 9u) + __urhadd(n, 9u);
    out[i] += __dp4a(n, 0x01ff03f0, -1) + __dp4a((unsigned)n, 0x01ff03f0u, 1u);
    out[i] += __float2int_rn(x) + 3 * __float2int_rz(-x) + 5 * __float2int_ru(x) + 7 * __float2int_rd(-x);
    out[i] += __double2int_rn(x * 2.0) + __float2uint_rn(x) + (int)__int2float_rn(n) + __float2int_rn(1e30f);
    out[i] += (int)(1000 * (__fadd_rn(x, 0.5f) + __fmul_rn(x, 3.0f) - __fsub_rn(x, 1.0f) + __fdiv_rn(x, 7.0f)));
}

int main()
{
    double in[N], out[N], *d_in, *d_out;
    int numbers[N], *d_numbers;
    long long wholes[N], *d_wholes;
    for (int i = 0; i < N; i++) {
        in[i] = 0.05 + 0.12 * i;
        numbers[i] = i * 7919 + 24;
    }
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_numbers, sizeof numbers);
    cudaMalloc(&d_wholes, sizeof wholes);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    real<<<1, N>>>(d_out, d_in);
    whole<<<1, N>>>(d_wholes, d_numbers);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(wholes, d_wholes, sizeof wholes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%.4f %lld\n", out[i], wholes[i]);
    wide<<<1, N>>>(d_wholes, d_numbers);
    cudaMemcpy(wholes, d_wholes, sizeof wholes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%lld\n", wholes[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_numbers);
    cudaFree(d_wholes);
    return 0;
}
