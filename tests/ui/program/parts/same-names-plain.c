#include "same-names.h"

void fill(float *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = (float)i / 2;
}
