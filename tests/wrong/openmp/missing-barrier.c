// Nothing separates the two loops.
float a[256], b[256];
void f(void)
{
#pragma omp target parallel map(tofrom: a) map(from: b)
    {
#pragma omp for nowait
        for (int i = 0; i < 256; i++)
            a[i] = 2 * a[i];
#pragma omp for
        for (int i = 0; i < 256; i++)
            b[i] = a[255 - i];
    }
}
