// Water molecules on a lattice, and some of their integrals in double precision.
#include "../harness.h"
#include "rpes.h"

// Exponents and coefficients: the shape of a split basis, in atomic units.
static const struct primitive oxygen[17] = {
    { 11720.0f, 0.000710f }, { 1759.0f, 0.005470f }, { 400.8f, 0.027837f }, { 113.7f, 0.104800f },
    { 37.03f, 0.283062f }, { 13.27f, 0.448719f }, { 5.025f, 0.270952f }, { 1.013f, 0.015458f },
    { 11720.0f, -0.000160f }, { 1759.0f, -0.001263f }, { 400.8f, -0.006267f }, { 113.7f, -0.025716f },
    { 37.03f, -0.070924f }, { 13.27f, -0.165411f }, { 5.025f, -0.116955f }, { 1.013f, 0.557368f },
    { 0.3023f, 1.0f },
};
static const struct primitive hydrogen[4] = {
    { 13.01f, 0.019685f }, { 1.962f, 0.137977f }, { 0.4446f, 0.478148f }, { 0.122f, 1.0f },
};

static struct shell *shells;
static struct primitive *primitives;
static int shell_count, primitive_count;

static void add_shell(float x, float y, float z, const struct primitive *from, int count)
{
    struct shell s = { x, y, z, primitive_count, count };
    for (int i = 0; i < count; i++) {
        primitives[primitive_count] = from[i];
        // A primitive is normalised: (2 alpha / pi)^(3/4).
        primitives[primitive_count++].coefficient *= powf(2 * from[i].alpha / 3.14159265f, 0.75f);
    }
    shells[shell_count++] = s;
}

static void add_water(float x, float y, float z)
{
    add_shell(x, y, z, oxygen, 8);
    add_shell(x, y, z, oxygen + 8, 8);
    add_shell(x, y, z, oxygen + 16, 1);
    for (int side = -1; side <= 1; side += 2) {
        add_shell(x + side * 1.43f, y + 1.11f, z, hydrogen, 3);
        add_shell(x + side * 1.43f, y + 1.11f, z, hydrogen + 3, 1);
    }
}

static double expected(struct quartet n)
{
    const struct shell *a = &shells[n.a], *b = &shells[n.b], *c = &shells[n.c], *d = &shells[n.d];
    double pi = acos(-1.0), sum = 0;
    double ab = pow(a->x - b->x, 2) + pow(a->y - b->y, 2) + pow(a->z - b->z, 2);
    double cd = pow(c->x - d->x, 2) + pow(c->y - d->y, 2) + pow(c->z - d->z, 2);
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            for (int k = 0; k < c->count; k++)
                for (int l = 0; l < d->count; l++) {
                    struct primitive f = primitives[a->first + i], g = primitives[b->first + j];
                    struct primitive h = primitives[c->first + k], o = primitives[d->first + l];
                    double p = (double)f.alpha + g.alpha, q = (double)h.alpha + o.alpha;
                    double x = (f.alpha * a->x + g.alpha * b->x) / p - (h.alpha * c->x + o.alpha * d->x) / q;
                    double y = (f.alpha * a->y + g.alpha * b->y) / p - (h.alpha * c->y + o.alpha * d->y) / q;
                    double z = (f.alpha * a->z + g.alpha * b->z) / p - (h.alpha * c->z + o.alpha * d->z) / q;
                    double t = p * q / (p + q) * (x * x + y * y + z * z);
                    double boys = t < 1e-10 ? 1 - t / 3 : sqrt(pi / (4 * t)) * erf(sqrt(t));
                    sum += 2 * pow(pi, 2.5) * f.coefficient * g.coefficient * h.coefficient * o.coefficient *
                           exp(-f.alpha * g.alpha / p * ab - h.alpha * o.alpha / q * cd) / (p * q * sqrt(p + q)) * boys;
                }
    return sum;
}

int main(void)
{
    struct quartet *quartets = room(QUARTETS, sizeof *quartets);
    float *result = room(QUARTETS, sizeof *result);
    shells = room(SHELLS, sizeof *shells);
    primitives = room(PRIMITIVES, sizeof *primitives);

    for (int w = 0; w < WATERS; w++)
        add_water(5.5f * (w % 3), 5.5f * (w / 3 % 2), 5.5f * (w / 6));
    int n = 0;
    for (int a = 0; a < SHELLS; a++)
        for (int b = a; b < SHELLS; b++)
            for (int c = b; c < SHELLS; c++)
                for (int d = c; d < SHELLS; d++)
                    quartets[n++] = (struct quartet){ a, b, c, d };
    integrals(shells, primitives, quartets, result);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (n = 0; n < QUARTETS; n += QUARTETS / 1000 + 1)
        compare(&e, expected(quartets[n]), result[n]);
    return verdict("rpes", e, 1e-4);
}
