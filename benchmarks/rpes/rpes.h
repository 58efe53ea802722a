// Two-electron repulsion integrals over contracted s Gaussians.
#ifndef RPES_H
#define RPES_H

#ifndef WATERS
#define WATERS 1
#endif

#define SHELLS (7 * WATERS)             // three of the oxygen, two of each hydrogen
#define PRIMITIVES (25 * WATERS)        // 8 + 8 + 1, and twice 3 + 1
#define QUARTETS (SHELLS * (SHELLS + 1) / 2 * (SHELLS + 2) / 3 * (SHELLS + 3) / 4)

// A primitive Gaussian: coefficient times e^(-alpha r^2).
struct primitive {
    float alpha, coefficient;
};

// A sum of primitives around a centre.
struct shell {
    float x, y, z;
    int first, count;
};

// Four shells, in ascending order.
struct quartet {
    short a, b, c, d;
};

void integrals(const struct shell shells[SHELLS], const struct primitive primitives[PRIMITIVES],
               const struct quartet quartets[QUARTETS], float result[QUARTETS]);

#endif
