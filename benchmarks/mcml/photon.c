// What a photon packet does.
#include <math.h>
#include "mcml.h"

#define SMALL_WEIGHT 1e-4f
#define SURVIVAL 0.1f

// The part of the light that does not enter.
float specular(const struct layer *layers)
{
    float r = (layers[0].index - layers[1].index) / (layers[0].index + layers[1].index);
    return r * r;
}

struct photon launched(float weight)
{
    struct photon p = { 0, 0, 0, 0, 0, 1, weight, 0, 1 };
    return p;
}

static float to_boundary(const struct photon *p, const struct layer *in)
{
    if (p->uz > 0)
        return (in->bottom - p->z) / p->uz;
    if (p->uz < 0)
        return (in->top - p->z) / p->uz;
    return 1e10f;
}

static void move(struct photon *p, float length)
{
    p->x += length * p->ux;
    p->y += length * p->uy;
    p->z += length * p->uz;
}

// Henyey and Greenstein's angle, and any azimuth.
static void scatter(struct photon *p, float anisotropy, float u, float v)
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
static float fresnel(float from, float to, float cosine, float *refracted)
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

// At a boundary: back, on into the next layer, or out.
static void cross(struct photon *p, const struct layer *layers, float u, struct tally *t)
{
    int here = p->layer, next = p->uz > 0 ? here + 1 : here - 1;
    float cosine = fabsf(p->uz), refracted;
    if (u <= fresnel(layers[here].index, layers[next].index, cosine, &refracted)) {
        p->uz = -p->uz;
    } else if (next == 0) {
        t->reflected += p->weight;
        p->weight = 0;
    } else if (next == LAYERS - 1) {
        t->transmitted += p->weight;
        p->weight = 0;
    } else {
        float ratio = layers[here].index / layers[next].index;
        p->ux *= ratio;
        p->uy *= ratio;
        p->uz = p->uz > 0 ? refracted : -refracted;
        p->layer = next;
    }
}

// One step; what is absorbed at its end. In glass it goes all the way.
float hop(struct photon *p, const struct layer *layers, unsigned long long *state, struct tally *t)
{
    const struct layer *in = &layers[p->layer];
    float attenuation = in->absorption + in->scattering, absorbed = 0;
    float boundary = to_boundary(p, in);
    if (p->rest == 0)
        p->rest = -logf(draw(state));
    if (p->rest >= boundary * attenuation) {
        move(p, boundary);
        p->rest -= boundary * attenuation;
        cross(p, layers, draw(state), t);
    } else {
        move(p, p->rest / attenuation);
        p->rest = 0;
        absorbed = p->weight * in->absorption / attenuation;
        p->weight -= absorbed;
        t->absorbed += absorbed;
        float u = draw(state), v = draw(state);
        scatter(p, in->anisotropy, u, v);
    }
    // Roulette: a light packet dies, or stands for ten like it.
    if (p->weight > 0 && p->weight < SMALL_WEIGHT)
        p->weight = draw(state) < SURVIVAL ? p->weight / SURVIVAL : 0;
    return absorbed;
}

// The last ring and the last slice collect what lies beyond.
int bin(const struct photon *p)
{
    int ring = (int)fminf(sqrtf(p->x * p->x + p->y * p->y) / RING, RADII - 1);
    int slice = (int)fminf(fmaxf(p->z, 0) / SLICE, DEPTHS - 1);
    return ring * DEPTHS + slice;
}
