// The sum of an array.
#include "loops.h"

static float total(int n, const float *a)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 100000);
    float *a = filled(n);
    float sum = total(n, a);
    print(&sum, 1);
    free(a);
    return 0;
}
