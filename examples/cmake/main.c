// A plucked string. Its three states take turns; the device copies follow.
#include <stdio.h>
#include "wave.h"

int main(void)
{
    static double a[POINTS], b[POINTS], c[POINTS];
    struct string s = { a, b, c };
    for (int i = 0; i < POINTS; i++)
        s.before[i] = s.now[i] = i < POINTS / 4 ? i * 0.004 : (POINTS - 1 - i) * 0.004 / 3;

#pragma hicuda global alloc s.before[0:POINTS-1] copyin
#pragma hicuda global alloc s.now[0:POINTS-1] copyin
#pragma hicuda global alloc s.after[0:POINTS-1] copyin
    for (int step = 0; step < 600; step++) {
        advance(&s, 0.25);
        double *oldest = s.before;
        s.before = s.now;
        s.now = s.after;
        s.after = oldest;
    }
#pragma hicuda global copyout s.now[0:POINTS-1]
#pragma hicuda global free s.before s.now s.after

    double highest = 0;
    for (int i = 0; i < POINTS; i++)
        highest = s.now[i] > highest ? s.now[i] : highest;
    printf("height %.6f in the middle, %.6f at most\n", s.now[POINTS / 2], highest);
    return 0;
}
