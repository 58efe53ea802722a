// The pull of all bodies on each.
#include "loops.h"

struct body { float x, y, z, mass; };

static void pull(int n, const struct body *bodies, float *ax, float *ay, float *az)
{
    // warploom: the iterations of `i` are independent; all threads read `bodies` together
    #pragma hicuda global alloc bodies[0:n-1] copyin
    #pragma hicuda global alloc ax[0:n-1]
    #pragma hicuda global alloc ay[0:n-1]
    #pragma hicuda global alloc az[0:n-1]
    #pragma hicuda kernel pull_ax thread(256) fastmath
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
        #pragma hicuda stage(256: bodies)
        for (int j = 0; j < n; j++) {
            float dx = bodies[j].x - bodies[i].x;
            float dy = bodies[j].y - bodies[i].y;
            float dz = bodies[j].z - bodies[i].z;
            float d = dx * dx + dy * dy + dz * dz + 0.01f;
            float inverse = 1.0f / sqrtf(d);
            float s = bodies[j].mass * inverse * inverse * inverse;
            x += dx * s;
            y += dy * s;
            z += dz * s;
        }
        ax[i] = x;
        ay[i] = y;
        az[i] = z;
    }
    #pragma hicuda kernel_end
    #pragma hicuda global copyout ax[*]
    #pragma hicuda global copyout ay[*]
    #pragma hicuda global copyout az[*]
    #pragma hicuda global free bodies ax ay az
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 600);
    struct body *bodies = (struct body *)filled(4 * (size_t)n);
    float *ax = filled(n), *ay = filled(n), *az = filled(n);
    pull(n, bodies, ax, ay, az);
    print(ax, n);
    print(ay, n);
    print(az, n);
    free(bodies);
    free(ax);
    free(ay);
    free(az);
    return 0;
}
