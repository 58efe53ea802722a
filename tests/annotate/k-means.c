// annotate: --force
// Elements that only the run knows are updated atomically: sums and sizes of clusters. All stays on the device from round to
// round. What is also read, or updated in two ways, keeps its loop on the host.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static int nearest(const float *p, const float *centres, int k, int d) {
    int best = 0;
    float least = FLT_MAX;
    for (int i = 0; i < k; i++) {
        float distance = 0;
        for (int j = 0; j < d; j++) {
            float x = p[j] - centres[i * d + j];
            distance += x * x;
        }
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 500, k = 5, d = 4, changed;
    float *p = malloc(n * d * sizeof *p), *centres = malloc(k * d * sizeof *centres);
    float *sums = malloc(k * d * sizeof *sums);
    int *cluster = malloc(n * sizeof *cluster), *size = malloc(k * sizeof *size);
    for (int i = 0; i < n * d; i++)
        p[i] = (i * 37 % 101) * 0.25f;
    for (int i = 0; i < k * d; i++)
        centres[i] = p[i];
    for (int i = 0; i < n; i++)
        cluster[i] = -1;
    do {
        changed = 0;
        for (int i = 0; i < k * d; i++)
            sums[i] = 0;
        for (int i = 0; i < k; i++)
            size[i] = 0;
        for (int i = 0; i < n; i++) {
            int at = nearest(&p[i * d], centres, k, d);
            if (cluster[i] != at)
                changed++;
            cluster[i] = at;
            size[at]++;
            for (int j = 0; j < d; j++)
                sums[at * d + j] += p[i * d + j];
        }
        for (int i = 0; i < k; i++)
            for (int j = 0; j < d; j++)
                if (size[i])
                    centres[i * d + j] = sums[i * d + j] / size[i];
    } while (changed > n / 100);
    for (int i = 0; i < k; i++)
        printf("%g %g\n", centres[i * d], centres[i * d + d - 1]);

    int *met = calloc(k, sizeof *met), *order = malloc(n * sizeof *order), *mixed = calloc(k, sizeof *mixed);
    for (int i = 0; i < n; i++)
        order[i] = met[cluster[i]]++;
    for (int i = 0; i < n; i++)
        if (i % 3)
            mixed[cluster[i]] += i % 5;
        else
            mixed[cluster[i]] ^= i;
    printf("%d %d %d\n", order[n - 1], met[0], mixed[0]);
    return 0;
}
