// A thread follows one packet after the other. What depends on a layer alone is computed
// before and lies in constant memory; what a packet leaves in the same bin again and again is
// added up in a register, and goes to memory when it comes to another bin.
extern "C" {
#include "mcml.h"
}
#include "../hand.h"

constexpr int THREADS = 128;
constexpr float SMALL_WEIGHT = 1e-4f, SURVIVAL = 0.1f;

struct Prepared {
    float top, bottom;
    float attenuation, one_attenuation, albedo;     // albedo: the part that is absorbed
    float g, one_minus_g2, one_minus_g, two_g, one_plus_g2, one_two_g;
    float index;
};

static __constant__ __align__(16) Prepared prepared[LAYERS];

static __device__ float next(unsigned long long &state)
{
    state = (state & 0xffffffffull) * 4294967118ull + (state >> 32);
    return ((float)((unsigned)(state >> 8) & 0xffffff) + 0.5f) * (1.0f / 16777216.0f);
}

// A root of what is not negative.
static __device__ float root(float x)
{
    return x * rsqrtf(fmaxf(x, 1e-30f));
}

static __device__ float reflected_part(float from, float to, float cosine, float &refracted)
{
    refracted = cosine;
    if (from == to)
        return 0;
    if (cosine > 0.99999f) {
        const float r = __fdividef(to - from, to + from);
        return r * r;
    }
    const float sine = root(1 - cosine * cosine) * __fdividef(from, to);
    if (cosine < 1e-6f || sine >= 1)
        return 1;
    const float other = root(1 - sine * sine);
    refracted = other;
    const float s = __fdividef(from * cosine - to * other, from * cosine + to * other);
    const float p = __fdividef(from * other - to * cosine, from * other + to * cosine);
    return 0.5f * (s * s + p * p);
}

static __device__ void turn(photon &p, const Prepared &in, float u, float v)
{
    float cosine = 2 * u - 1;
    if (in.g != 0) {
        const float t = __fdividef(in.one_minus_g2, in.one_minus_g + in.two_g * u);
        cosine = (in.one_plus_g2 - t * t) * in.one_two_g;
    }
    const float sine = root(fmaxf(0.0f, 1 - cosine * cosine));
    float s, c;
    __sincosf(6.2831853f * v, &s, &c);
    const float ux = p.ux, uy = p.uy, uz = p.uz;
    if (fabsf(uz) > 0.99999f) {
        p.ux = sine * c;
        p.uy = sine * s;
        p.uz = copysignf(cosine, cosine * uz);
    } else {
        const float squared = 1 - uz * uz, one_across = rsqrtf(squared), across = squared * one_across;
        p.ux = sine * (ux * uz * c - uy * s) * one_across + ux * cosine;
        p.uy = sine * (uy * uz * c + ux * s) * one_across + uy * cosine;
        p.uz = -sine * c * across + uz * cosine;
    }
}

__global__ void __launch_bounds__(THREADS)
walk(unsigned long long *__restrict__ grid, tally *__restrict__ tallies, const unsigned long long *__restrict__ states,
     int packets, float lost)
{
    const int w = blockIdx.x * THREADS + threadIdx.x;
    if (w >= WALKERS)
        return;
    const photon fresh = { 0, 0, 0, 0, 0, 1, 1 - lost, 0, 1 };
    unsigned long long state = states[w], pending = 0;
    int last_bin = 0;
    tally t = { packets * lost, 0, 0 };
    photon p = fresh;

    for (int left = packets; left > 0;) {
        const Prepared &in = prepared[p.layer];
        const float boundary = p.uz == 0 ? 1e10f : __fdividef((p.uz > 0 ? in.bottom : in.top) - p.z, p.uz);
        if (p.rest == 0)
            p.rest = -__logf(next(state));
        const bool crosses = p.rest >= boundary * in.attenuation;
        const float length = crosses ? boundary : p.rest * in.one_attenuation;
        p.x += length * p.ux;
        p.y += length * p.uy;
        p.z += length * p.uz;
        if (crosses) {
            p.rest -= boundary * in.attenuation;
            const int beyond = p.uz > 0 ? p.layer + 1 : p.layer - 1;
            const float from = in.index, to = prepared[beyond].index;
            float refracted;
            if (next(state) <= reflected_part(from, to, fabsf(p.uz), refracted)) {
                p.uz = -p.uz;
            } else if (beyond == 0) {
                t.reflected += p.weight;
                p.weight = 0;
            } else if (beyond == LAYERS - 1) {
                t.transmitted += p.weight;
                p.weight = 0;
            } else {
                const float ratio = __fdividef(from, to);
                p.ux *= ratio;
                p.uy *= ratio;
                p.uz = copysignf(refracted, p.uz);
                p.layer = beyond;
            }
        } else {
            p.rest = 0;
            const float absorbed = p.weight * in.albedo;
            p.weight -= absorbed;
            t.absorbed += absorbed;
            const int ring = min((int)(root(p.x * p.x + p.y * p.y) * (1 / RING)), RADII - 1);
            const int slice = min((int)(fmaxf(p.z, 0) * (1 / SLICE)), DEPTHS - 1);
            const int here = ring * DEPTHS + slice;
            if (here != last_bin) {
                if (pending)
                    atomicAdd(&grid[last_bin], pending);
                pending = 0;
                last_bin = here;
            }
            pending += (unsigned)(absorbed * UNIT);
            const float u = next(state), v = next(state);
            turn(p, in, u, v);
        }
        if (p.weight < SMALL_WEIGHT) {
            if (p.weight > 0)
                p.weight = next(state) < SURVIVAL ? p.weight * (1 / SURVIVAL) : 0;
            if (p.weight == 0) {
                p = fresh;
                left--;
            }
        }
    }
    if (pending)
        atomicAdd(&grid[last_bin], pending);
    tallies[w] = t;
}

extern "C" void walk_all(const struct layer layers[LAYERS], unsigned long long grid[BINS], struct tally tallies[WALKERS],
                         const unsigned long long states[WALKERS], int packets)
{
    Prepared all[LAYERS];
    for (int k = 0; k < LAYERS; k++) {
        const layer &l = layers[k];
        const float g = l.anisotropy, attenuation = l.absorption + l.scattering;
        all[k] = { l.top, l.bottom, attenuation, 1 / attenuation, l.absorption / attenuation,
                   g, 1 - g * g, 1 - g, 2 * g, 1 + g * g, 1 / (2 * g), l.index };
    }
    const float r = (layers[0].index - layers[1].index) / (layers[0].index + layers[1].index);
    CHECK(cudaMemcpyToSymbol(prepared, all, sizeof all));
    Device<unsigned long long> bins(BINS), seeds(states, WALKERS);
    Device<tally> sums(WALKERS);
    bins.clear();
    walk<<<(WALKERS + THREADS - 1) / THREADS, THREADS>>>(bins, sums, seeds, packets, r * r);
    bins.copy_to(grid);
    sums.copy_to(tallies);
}
