// The two-point angular correlation function of points on the sky.
#ifndef TPACF_H
#define TPACF_H

#ifndef POINTS
#define POINTS 512
#endif
#ifndef SETS
#define SETS 3
#endif

#define BINS 20

// A unit vector.
struct point {
    float x, y, z;
};

// Counts pairs by the angle between them: those of the data, those of data and
// random sets, and those within the random sets. `edges` are the cosines between
// the bins, in descending order.
void correlate(const struct point data[1][POINTS], const struct point random[SETS][POINTS],
               const float edges[BINS + 1], unsigned dd[BINS], unsigned dr[BINS], unsigned rr[BINS]);

#endif
