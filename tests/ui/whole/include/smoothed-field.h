#ifndef COMMON_H
#define COMMON_H
#include <stddef.h>
#define NMAX 128
#define SQ(x) ((x) * (x))
#ifndef REAL
#define REAL float
#endif
typedef REAL real_t;
enum bc { PERIODIC, REFLECT = 4, FIXED };
typedef struct field { int nx, ny; real_t *v; enum bc bc; } field_t;
extern const real_t coef[3];
extern int verbose;
extern real_t work[NMAX];
field_t *field_new(int nx, int ny, enum bc bc);
void field_from_device(field_t *f);
void smooth(field_t *dst, const field_t *src, int times);
real_t field_sum(const field_t *f);
int wrap(int i, int n, enum bc bc);
#endif
