// Each iteration writes four elements, two of them its neighbour's.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 60; i++)
        for (int c = 0; c < 4; c++)
            a[2 * i + c] = i;
}
