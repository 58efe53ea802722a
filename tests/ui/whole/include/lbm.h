#define NX 24
#define NY 16
#define Q 9
typedef double real;
typedef real lattice[NY][NX][Q];
extern const int cx[Q], cy[Q];
extern const real weight[Q];
#define CELL(f, y, x) ((f)[(y)][(x)])
void lbm_init(lattice *f, unsigned char wall[NY][NX]);
void collide(lattice *f, const unsigned char wall[NY][NX], real omega);
void stream(lattice *restrict from, lattice *restrict to, const unsigned char (*wall)[NX]);
void moments(const lattice f, real rho[NY][NX], real u[NY][NX][2]);
