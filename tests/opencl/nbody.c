#include "host.h"

enum { N = 128 };
static cl_float4 pos[N], vel[N], found[N];

int main(void)
{
    const float dt = 0.01f, eps = 0.1f;
    double worst = 0;
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 4; c++)
            pos[i].s[c] = c == 3 ? 1.0f + i % 3 : (i * (7 + c) % 31) / 31.0f;
    start("nbody.cl", "-cl-fast-relaxed-math");
    cl_mem p = buffer(sizeof pos, pos), v = buffer(sizeof vel, vel), np = buffer(sizeof pos, NULL), nv = buffer(sizeof vel, NULL);
    cl_kernel k = kernel("step_bodies");
    arguments(k, "mmifflmm", p, v, N, dt, eps, 32 * sizeof(cl_float4), np, nv);
    run(k, N, 32);
    fetch(nv, sizeof found, found);
    for (int i = 0; i < N; i++) {
        double a[3] = {0};
        for (int j = 0; j < N; j++) {
            double r[3], d = eps;
            for (int c = 0; c < 3; c++) {
                r[c] = pos[j].s[c] - pos[i].s[c];
                d += r[c] * r[c];
            }
            for (int c = 0; c < 3; c++)
                a[c] += pos[j].s[3] * r[c] / (d * sqrt(d));
        }
        for (int c = 0; c < 3; c++)
            worst = fmax(worst, fabs(a[c] * dt - found[i].s[c]) / (fabs(a[c] * dt) + 0.1));
    }
    clReleaseMemObject(p);
    clReleaseMemObject(v);
    clReleaseMemObject(np);
    clReleaseMemObject(nv);
    clReleaseKernel(k);
    verdict("nbody", worst > 1e-4);
}
