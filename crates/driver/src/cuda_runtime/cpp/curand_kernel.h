/* Generators of random numbers in kernels: XORWOW and Philox, as NVIDIA defines them. */
#ifndef WARPLOOM_CURAND_KERNEL_H
#define WARPLOOM_CURAND_KERNEL_H
#include "cuda_runtime.h"
#include <mutex>
#include <vector>

struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace warploom {

/* XORWOW is linear over bits but for `d`: skipping is a product of matrices of 160 bits. */
struct xorwow_matrix {
    unsigned row[160][5];
    void apply(unsigned (&v)[5]) const
    {
        unsigned result[5] = {0, 0, 0, 0, 0};
        for (int bit = 0; bit < 160; bit++)
            if (v[bit / 32] >> bit % 32 & 1)
                for (int word = 0; word < 5; word++)
                    result[word] ^= row[bit][word];
        for (int word = 0; word < 5; word++)
            v[word] = result[word];
    }
};
inline void xorwow_step(unsigned (&v)[5])
{
    unsigned t = v[0] ^ v[0] >> 2;
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}
/* The matrix of 2^power steps. */
inline const xorwow_matrix &xorwow_power(unsigned power)
{
    static std::mutex guard;
    static std::vector<xorwow_matrix *> powers;
    std::lock_guard<std::mutex> lock(guard);
    while (powers.size() <= power) {
        xorwow_matrix *next = new xorwow_matrix;
        for (int bit = 0; bit < 160; bit++) {
            unsigned v[5] = {0, 0, 0, 0, 0};
            v[bit / 32] = 1u << bit % 32;
            if (powers.empty())
                xorwow_step(v);
            else {
                powers.back()->apply(v);
                powers.back()->apply(v);
            }
            for (int word = 0; word < 5; word++)
                next->row[bit][word] = v[word];
        }
        powers.push_back(next);
    }
    return *powers[power];
}
inline void xorwow_skip(unsigned (&v)[5], unsigned long long count, unsigned first_power)
{
    for (unsigned bit = 0; count >> bit != 0; bit++) {
        if (count >> bit & 1)
            xorwow_power(first_power + bit).apply(v);
        if (bit == 63)
            break;
    }
}

inline uint4 philox(uint4 c, uint2 k)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
        c = {(unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y, (unsigned)a};
        k.x += 0x9E3779B9u, k.y += 0xBB67AE85u;
    }
    return c;
}
inline void philox_next(curandStatePhilox4_32_10 *s)
{
    if (++s->ctr.x == 0 && ++s->ctr.y == 0 && ++s->ctr.z == 0)
        ++s->ctr.w;
    s->output = philox(s->ctr, s->key);
}

inline float uniform(unsigned x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
inline double uniform_double(unsigned x, unsigned y)
{
    unsigned long long z = (unsigned long long)x ^ (unsigned long long)y << (53 - 32);
    return z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
inline float2 box_muller(unsigned x, unsigned y)
{
    float u = x * 2.3283064e-10f + 2.3283064e-10f / 2, v = y * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2;
    float s = __builtin_sqrtf(-2.0f * __builtin_logf(u));
    return {__builtin_sinf(v) * s, __builtin_cosf(v) * s};
}
}

inline void skipahead(unsigned long long n, curandStateXORWOW *s)
{
    ::warploom::xorwow_skip(s->v, n, 0);
    s->d += 362437u * (unsigned)n;
}
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW *s) { ::warploom::xorwow_skip(s->v, n, 67); }
inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW *s)
{
    unsigned s0 = (unsigned)seed ^ 0xaad26b49u, s1 = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
    unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    s->d = 6615241u + t1 + t0;
    s->v[0] = 123456789u + t0, s->v[1] = 362436069u ^ t0, s->v[2] = 521288629u + t1, s->v[3] = 88675123u ^ t1;
    s->v[4] = 5783321u + t0;
    s->boxmuller_flag = s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0, s->boxmuller_extra_double = 0;
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}
inline unsigned curand(curandStateXORWOW *s)
{
    ::warploom::xorwow_step(s->v);
    s->d += 362437u;
    return s->v[4] + s->d;
}

inline void skipahead(unsigned long long n, curandStatePhilox4_32_10 *s)
{
    s->STATE += (unsigned)(n & 3);
    n /= 4;
    if (s->STATE > 3)
        n++, s->STATE -= 4;
    unsigned long long low = s->ctr.x | (unsigned long long)s->ctr.y << 32, sum = low + n;
    s->ctr.x = (unsigned)sum, s->ctr.y = (unsigned)(sum >> 32);
    if (sum < low && ++s->ctr.z == 0)
        ++s->ctr.w;
    s->output = ::warploom::philox(s->ctr, s->key);
}
inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *s)
{
    unsigned long long high = (s->ctr.z | (unsigned long long)s->ctr.w << 32) + n;
    s->ctr.z = (unsigned)high, s->ctr.w = (unsigned)(high >> 32);
    s->output = ::warploom::philox(s->ctr, s->key);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *s)
{
    *s = curandStatePhilox4_32_10();
    s->key = {(unsigned)seed, (unsigned)(seed >> 32)};
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}
inline unsigned curand(curandStatePhilox4_32_10 *s)
{
    const unsigned outputs[4] = {s->output.x, s->output.y, s->output.z, s->output.w};
    unsigned result = outputs[s->STATE++ & 3];
    if (s->STATE == 4) {
        s->STATE = 0;
        ::warploom::philox_next(s);
    }
    return result;
}
inline uint4 curand4(curandStatePhilox4_32_10 *s)
{
    uint4 old = s->output;
    ::warploom::philox_next(s);
    switch (s->STATE) {
    case 1: return {old.y, old.z, old.w, s->output.x};
    case 2: return {old.z, old.w, s->output.x, s->output.y};
    case 3: return {old.w, s->output.x, s->output.y, s->output.z};
    default: return old;
    }
}

template <class State> inline float curand_uniform(State *s) { return ::warploom::uniform(curand(s)); }
template <class State> inline double curand_uniform_double(State *s)
{
    unsigned x = curand(s), y = curand(s);
    return ::warploom::uniform_double(x, y);
}
template <class State> inline float curand_normal(State *s)
{
    if (s->boxmuller_flag) {
        s->boxmuller_flag = 0;
        return s->boxmuller_extra;
    }
    unsigned x = curand(s), y = curand(s);
    float2 both = ::warploom::box_muller(x, y);
    s->boxmuller_extra = both.y;
    s->boxmuller_flag = 1;
    return both.x;
}
template <class State> inline float2 curand_normal2(State *s)
{
    unsigned x = curand(s), y = curand(s);
    return ::warploom::box_muller(x, y);
}
template <class State> inline double curand_normal_double(State *s)
{
    if (s->boxmuller_flag_double) {
        s->boxmuller_flag_double = 0;
        return s->boxmuller_extra_double;
    }
    unsigned x = curand(s), y = curand(s), z = curand(s), w = curand(s);
    double u = ::warploom::uniform_double(x, y), v = 2 * ::warploom::uniform_double(z, w);
    double r = __builtin_sqrt(-2.0 * __builtin_log(u));
    s->boxmuller_extra_double = r * cospi(v);
    s->boxmuller_flag_double = 1;
    return r * sinpi(v);
}
template <class State> inline float curand_log_normal(State *s, float mean, float deviation) { return __builtin_expf(mean + deviation * curand_normal(s)); }
template <class State> inline double2 curand_normal2_double(State *s)
{
    unsigned x = curand(s), y = curand(s), z = curand(s), w = curand(s);
    double u = ::warploom::uniform_double(x, y), v = 2 * ::warploom::uniform_double(z, w);
    double r = __builtin_sqrt(-2.0 * __builtin_log(u));
    return {r * sinpi(v), r * cospi(v)};
}
template <class State> inline double curand_log_normal_double(State *s, double mean, double deviation)
{
    return __builtin_exp(mean + deviation * curand_normal_double(s));
}
template <class State> inline float2 curand_log_normal2(State *s, float mean, float deviation)
{
    float2 both = curand_normal2(s);
    return {__builtin_expf(mean + deviation * both.x), __builtin_expf(mean + deviation * both.y)};
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10 *s)
{
    uint4 x = curand4(s);
    return {::warploom::uniform_double(x.x, x.y), ::warploom::uniform_double(x.z, x.w)};
}
inline float4 curand_uniform4(curandStatePhilox4_32_10 *s)
{
    uint4 x = curand4(s);
    return {::warploom::uniform(x.x), ::warploom::uniform(x.y), ::warploom::uniform(x.z), ::warploom::uniform(x.w)};
}
inline float4 curand_normal4(curandStatePhilox4_32_10 *s)
{
    uint4 x = curand4(s);
    float2 a = ::warploom::box_muller(x.x, x.y), b = ::warploom::box_muller(x.z, x.w);
    return {a.x, a.y, b.x, b.y};
}

#endif
