// Points into clusters: each goes to the nearest centre, centres move to the mean of theirs.
#include <stdio.h>
#include <stdlib.h>

#define POINTS 1000
#define FEATURES 6
#define CLUSTERS 5

static float point[POINTS][FEATURES], centre[CLUSTERS][FEATURES], sum[CLUSTERS][FEATURES];
static int member[POINTS], count[CLUSTERS];

static int nearest(const float *p)
{
    int best = 0;
    float smallest = 1e30f;
    for (int k = 0; k < CLUSTERS; k++) {
        float distance = 0;
        for (int f = 0; f < FEATURES; f++) {
            float d = p[f] - centre[k][f];
            distance += d * d;
        }
        if (distance < smallest) {
            smallest = distance;
            best = k;
        }
    }
    return best;
}

int main(void)
{
    for (int i = 0; i < POINTS; i++) {
        member[i] = -1;
        for (int f = 0; f < FEATURES; f++)
            point[i][f] = (float)((i * 31 + f * 17) % 97) / 10.0f;
    }
    for (int k = 0; k < CLUSTERS; k++)
        for (int f = 0; f < FEATURES; f++)
            centre[k][f] = point[k * 7][f];
    int moved = POINTS, rounds = 0;
    while (moved > 0 && rounds < 20) {
        moved = 0;
        for (int i = 0; i < POINTS; i++) {
            int to = nearest(point[i]);
            if (to != member[i])
                moved++;
            member[i] = to;
        }
        for (int k = 0; k < CLUSTERS; k++) {
            count[k] = 0;
            for (int f = 0; f < FEATURES; f++)
                sum[k][f] = 0;
        }
        for (int i = 0; i < POINTS; i++) {
            count[member[i]]++;
            for (int f = 0; f < FEATURES; f++)
                sum[member[i]][f] += point[i][f];
        }
        for (int k = 0; k < CLUSTERS; k++)
            for (int f = 0; f < FEATURES; f++)
                if (count[k] > 0)
                    centre[k][f] = sum[k][f] / (float)count[k];
        rounds++;
    }
    printf("%d %d %d %.4g %.4g\n", rounds, moved, count[0], centre[0][0], centre[CLUSTERS - 1][FEATURES - 1]);
    return 0;
}
