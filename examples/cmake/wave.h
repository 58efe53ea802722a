// A string of POINTS points, and its height one step before and after.
#ifndef WAVE_H
#define WAVE_H

#define POINTS 1000

struct string {
    double *before, *now, *after;
};

void advance(struct string *s, double squared_speed);

#endif
