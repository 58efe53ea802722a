//@ run: cpu
// Photons: loops of unknown length, random numbers by pointer, tables of structs.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
/* photon style: do-while, static state in struct, rng by pointer, early return, double math */
typedef struct { double x, y, z, ux, uy, uz, w; int dead, layer; } Photon;
typedef struct { unsigned s[4]; } Rng;
typedef struct { double mua, mus, g, z0, z1; } Layer;
static const Layer layers[3] = { { 0, 0, 0, -1, 0 }, { 0.1, 10, 0.9, 0, 0.5 }, { 0.2, 5, 0.7, 0.5, 2 } };
static double rnd(Rng *r) {
    unsigned t = r->s[3], s = r->s[0];
    r->s[3] = r->s[2]; r->s[2] = r->s[1]; r->s[1] = s;
    t ^= t << 11; t ^= t >> 8; r->s[0] = t ^ s ^ (s >> 19);
    return (r->s[0] >> 8) * (1.0 / 16777216);
}
static void launch(Photon *p) { p->x = p->y = p->z = 0; p->ux = p->uy = 0; p->uz = 1; p->w = 1; p->dead = 0; p->layer = 1; }
static void spin(Photon *p, double g, Rng *r) {
    double c = g == 0 ? 2 * rnd(r) - 1 : (1 + g * g - pow((1 - g * g) / (1 - g + 2 * g * rnd(r)), 2)) / (2 * g);
    double s = sqrt(1 - c * c), psi = 6.283185307 * rnd(r), cp = cos(psi), sp = psi < 3.14159265 ? sqrt(1 - cp * cp) : -sqrt(1 - cp * cp);
    double ux = p->ux, uy = p->uy, uz = p->uz;
    if (fabs(uz) > 0.99999) { p->ux = s * cp; p->uy = s * sp; p->uz = c * (uz >= 0 ? 1 : -1); return; }
    double t = sqrt(1 - uz * uz);
    p->ux = s * (ux * uz * cp - uy * sp) / t + ux * c; p->uy = s * (uy * uz * cp + ux * sp) / t + uy * c; p->uz = -s * cp * t + uz * c;
}
static int roulette(Photon *p, Rng *r) { if (p->w > 1e-3) return 0; if (rnd(r) < 0.1) { p->w *= 10; return 0; } p->dead = 1; return 1; }
int main(void) {
    int np = 200;
    double *tally = calloc(np * 3, sizeof *tally);
#pragma hicuda shape tally[np][3]
#pragma hicuda global alloc tally[*][*] copyin
#pragma hicuda kernel mc tblock(4) thread(50)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < np; i++) {
        Rng r = { { i + 1, 362436069u, 521288629u ^ i, 88675123u } };
        Photon p;
        launch(&p);
        do {
            const Layer *l = &layers[p.layer];
            double s = -log(rnd(&r) + 1e-12) / (l->mua + l->mus);
            p.x += s * p.ux; p.y += s * p.uy; p.z += s * p.uz;
            if (p.z < 0) { tally[i * 3 + 0] += p.w; p.dead = 1; break; }
            if (p.z > 2) { tally[i * 3 + 1] += p.w; p.dead = 1; break; }
            p.layer = p.z > layers[1].z1 ? 2 : 1;
            double dw = p.w * l->mua / (l->mua + l->mus);
            tally[i * 3 + 2] += dw; p.w -= dw;
            spin(&p, l->g, &r);
            if (roulette(&p, &r)) continue;
        } while (!p.dead);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout tally[*][*]
#pragma hicuda global free tally
    double a = 0, b = 0, c = 0; for (int i = 0; i < np; i++) { a += tally[i * 3]; b += tally[i * 3 + 1]; c += tally[i * 3 + 2]; }
    printf("%.4f %.4f %.4f\n", a, b, c);
    return 0;
}
