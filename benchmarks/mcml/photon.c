// What a photon packet does between two random numbers.
#include <math.h>
#include "mcml.h"

struct photon launched(float weight)
{
    struct photon p = { 0, 0, 0, 0, 0, 1, weight, 0, 1 };
    return p;
}

// The next step, or what is left of one; in glass, all the way.
float step_length(struct photon *p, const struct layer *in, float u)
{
    float attenuation = in->absorption + in->scattering;
    if (attenuation == 0)
        return 1e10f;
    if (p->rest == 0)
        p->rest = -logf(u);
    return p->rest / attenuation;
}

float to_boundary(const struct photon *p, const struct layer *in)
{
    if (p->uz > 0)
        return (in->bottom - p->z) / p->uz;
    if (p->uz < 0)
        return (in->top - p->z) / p->uz;
    return 1e10f;
}

void move(struct photon *p, float length)
{
    p->x += length * p->ux;
    p->y += length * p->uy;
    p->z += length * p->uz;
}

// Henyey and Greenstein's angle, and any azimuth.
void scatter(struct photon *p, float anisotropy, float u, float v)
{
    float cosine = 2 * u - 1;
    if (anisotropy != 0) {
        float t = (1 - anisotropy * anisotropy) / (1 - anisotropy + 2 * anisotropy * u);
        cosine = (1 + anisotropy * anisotropy - t * t) / (2 * anisotropy);
    }
    float sine = sqrtf(fmaxf(0, 1 - cosine * cosine));
    float azimuth = 6.2831853f * v, c = cosf(azimuth), s = sinf(azimuth);
    float ux = p->ux, uy = p->uy, uz = p->uz;
    if (fabsf(uz) > 0.99999f) {
        p->ux = sine * c;
        p->uy = sine * s;
        p->uz = uz > 0 ? cosine : -cosine;
    } else {
        float across = sqrtf(1 - uz * uz);
        p->ux = sine * (ux * uz * c - uy * s) / across + ux * cosine;
        p->uy = sine * (uy * uz * c + ux * s) / across + uy * cosine;
        p->uz = -sine * c * across + uz * cosine;
    }
}

// The part of unpolarised light that is reflected where the index changes.
float fresnel(float from, float to, float cosine, float *refracted)
{
    *refracted = cosine;
    if (from == to)
        return 0;
    if (cosine > 0.99999f) {
        float r = (to - from) / (to + from);
        return r * r;
    }
    if (cosine < 1e-6f)
        return 1;
    float sine = sqrtf(1 - cosine * cosine) * from / to;
    if (sine >= 1)
        return 1;
    float other = sqrtf(1 - sine * sine);
    *refracted = other;
    float s = (from * cosine - to * other) / (from * cosine + to * other);
    float p = (from * other - to * cosine) / (from * other + to * cosine);
    return 0.5f * (s * s + p * p);
}

// The last ring and the last slice collect what lies beyond.
int bin(const struct photon *p)
{
    int ring = (int)fminf(sqrtf(p->x * p->x + p->y * p->y) / RING, RADII - 1);
    int slice = (int)fminf(fmaxf(p->z, 0) / SLICE, DEPTHS - 1);
    return ring * DEPTHS + slice;
}
