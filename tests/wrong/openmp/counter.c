// A counter that all iterations share.
float a[256];
int n;
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a, n)
    for (int i = 0; i < 256; i++)
        if (a[i] > 0)
            n++;
}
