#include "versions-of-functions.h"

// No directive in this file.
void around(float *out, const float *in, const float *weights, int n)
{
    pass(out, in, weights, n);
}
