#include "smoothed-field.h"
static real_t at(const real_t *v, int nx, int x, int y) { return v[y * nx + x]; } //~ W1085
static void once(real_t *restrict d, const real_t *restrict s, int nx, int ny, enum bc bc) {
#pragma hicuda kernel smooth_x tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int y = 0; y < ny; y++)
#pragma hicuda loop_partition over_thread
        for (int x = 0; x < nx; x++) {
            real_t sum = 0;
            for (int k = -1; k <= 1; k++) sum += coef[k + 1] * at(s, nx, wrap(x + k, nx, bc), y);
            d[y * nx + x] = SQ(sum) / (1 + sum);
        }
#pragma hicuda kernel_end
}
void smooth(field_t *dst, const field_t *src, int times) {
    once(dst->v, src->v, src->nx, src->ny, src->bc);
    while (--times > 0) once(src->v, dst->v, src->nx, src->ny, src->bc), once(dst->v, src->v, src->nx, src->ny, src->bc);
}
real_t field_sum(const field_t *f) {
    real_t s = 0;
    int n = f->nx * f->ny;
#pragma hicuda kernel sum_all tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:s)
    for (int i = 0; i < n; i++) s += f->v[i]; //~ W1085
#pragma hicuda kernel_end
    return s;
}
