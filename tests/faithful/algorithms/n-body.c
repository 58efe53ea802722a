//@ cflags: -lm
// Gravitation between a few bodies, as a struct of arrays; energy stays about the same.
#include <math.h>
#include <stdio.h>

enum { N = 4 };
static struct { double x[N], y[N], z[N], vx[N], vy[N], vz[N], m[N]; } b = {
  .x = { 0, 1, -2, 0.5 }, .y = { 0, 0.25, 1, -3 }, .z = { 0, -0.5, 0.125, 0.75 },
  .vx = { 0, 0.25, -0.125, 0.5 }, .vy = { 0, 1, -0.5, 0.25 }, .vz = { [2] = 0.0625 }, .m = { 8, 1, 0.5, 0.25 },
};

static void advance(double dt) {
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) {
      double dx = b.x[i] - b.x[j], dy = b.y[i] - b.y[j], dz = b.z[i] - b.z[j];
      double d2 = dx * dx + dy * dy + dz * dz + 0.01, mag = dt / (d2 * sqrt(d2));
      b.vx[i] -= dx * b.m[j] * mag, b.vy[i] -= dy * b.m[j] * mag, b.vz[i] -= dz * b.m[j] * mag;
      b.vx[j] += dx * b.m[i] * mag, b.vy[j] += dy * b.m[i] * mag, b.vz[j] += dz * b.m[i] * mag;
    }
  for (int i = 0; i < N; i++) b.x[i] += dt * b.vx[i], b.y[i] += dt * b.vy[i], b.z[i] += dt * b.vz[i];
}
static double energy(void) {
  double e = 0;
  for (int i = 0; i < N; i++) {
    e += 0.5 * b.m[i] * (b.vx[i] * b.vx[i] + b.vy[i] * b.vy[i] + b.vz[i] * b.vz[i]);
    for (int j = i + 1; j < N; j++) e -= b.m[i] * b.m[j] / sqrt(pow(b.x[i] - b.x[j], 2) + pow(b.y[i] - b.y[j], 2) + pow(b.z[i] - b.z[j], 2) + 0.01);
  }
  return e;
}

int main(void) {
  printf("%.6f\n", energy());
  for (int step = 1; step <= 200; step++) { advance(0.001); if (step % 50 == 0) printf("%.6f %.6f %.6f\n", energy(), b.x[1], b.vy[3]); }
  return 0;
}
