#include <stdlib.h>
#include "smoothed-field.h"
const real_t coef[3] = { 0.25f, 0.5f, 0.25f };
field_t *field_new(int nx, int ny, enum bc bc) {
    field_t *f = malloc(sizeof *f);
    *f = (field_t){ .nx = nx, .ny = ny, .v = calloc((size_t)nx * ny, sizeof(real_t)), .bc = bc };
    return f;
}
int wrap(int i, int n, enum bc bc) {
    switch (bc) {
    case PERIODIC: return (i + n) % n;
    case REFLECT: return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
    default: break;
    }
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}
void field_from_device(field_t *f) {
    int total = f->nx * f->ny;
#pragma hicuda global copyout f->v[0:total-1]
#pragma hicuda global free f->v
}
