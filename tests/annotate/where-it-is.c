// annotate: --force
// The nearest point and the pivot of a column: the smallest and the largest value, each with its place.
#include <math.h>
#include <stdio.h>

#define N 2000000

float x[N], y[N];
double pivots[N];

static int nearest(float px, float py, float *distance)
{
    int best = -1;
    float least = INFINITY;
    for (int i = 0; i < N; i++) {
        float dx = x[i] - px, dy = y[i] - py;
        float d = sqrtf(dx * dx + dy * dy);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    *distance = least;
    return best;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 1009 / 8.0f;
        y[i] = i % 2003 / 16.0f;
        pivots[i] = (i * 31 % 4001 - 2000) * 0.25;
    }
    float distance;
    int point = nearest(50, 60, &distance);
    double most = fabs(pivots[0]);
    size_t at = 0;
    for (size_t i = 1; i < N; i++)
        if (fabs(pivots[i]) > most) {
            most = fabs(pivots[i]);
            at = i;
        }
    printf("%d %g, %g %zu\n", point, distance, most, at);
    return 0;
}
