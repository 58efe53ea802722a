// Points spread evenly over the sky. The angles of float and double differ in the
// last places, so that a few pairs fall into the bin next to theirs.
#include "../harness.h"
#include "tpacf.h"

static float edges[BINS + 1];

static struct point anywhere(unsigned *seed)
{
    double pi = acos(-1.0), z = uniform(seed, -1, 1), azimuth = uniform(seed, 0, 1) * 2 * pi, across = sqrt(1 - z * z);
    return (struct point){ across * cos(azimuth), across * sin(azimuth), z };
}

// The pairs of two sets, or those of a set with itself if they are the same.
static void count(const struct point *a, const struct point *b, double counts[BINS])
{
#pragma omp parallel for schedule(dynamic, 64) reduction(+: counts[:BINS])
    for (int i = 0; i < POINTS; i++)
        for (int j = a == b ? i + 1 : 0; j < POINTS; j++) {
            double dot = (double)a[i].x * b[j].x + (double)a[i].y * b[j].y + (double)a[i].z * b[j].z;
            for (int k = BINS; k-- > 0;)
                if (dot >= edges[k + 1]) {
                    if (dot < edges[k])
                        counts[k]++;
                    else
                        continue;
                    break;
                }
        }
}

int main(void)
{
    struct point (*data)[POINTS] = room(1, sizeof *data), (*random)[POINTS] = room(SETS, sizeof *random);
    unsigned dd[BINS] = { 0 }, dr[BINS] = { 0 }, rr[BINS] = { 0 }, seed = 4096;

    for (int k = 0; k <= BINS; k++)
        edges[k] = cos(pow(10, k / 5.0) / 60 * acos(-1.0) / 180);
    for (int i = 0; i < POINTS; i++)
        data[0][i] = anywhere(&seed);
    for (int s = 0; s < SETS; s++)
        for (int i = 0; i < POINTS; i++)
            random[s][i] = anywhere(&seed);
    correlate(data, random, edges, dd, dr, rr);

    if (is_only_timed())
        return 0;
    double expected_dd[BINS] = { 0 }, expected_dr[BINS] = { 0 }, expected_rr[BINS] = { 0 };
    count(data[0], data[0], expected_dd);
    for (int s = 0; s < SETS; s++) {
        count(data[0], random[s], expected_dr);
        count(random[s], random[s], expected_rr);
    }
    struct error e = { 0 };
    for (int k = 0; k < BINS; k++) {
        compare(&e, expected_dd[k], dd[k]);
        compare(&e, expected_dr[k], dr[k]);
        compare(&e, expected_rr[k], rr[k]);
    }
    return verdict("tpacf", e, 1e-5);
}
