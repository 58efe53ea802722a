// A histogram.
int count[16];
int kind[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: count, kind)
    for (int i = 0; i < 256; i++)
        count[kind[i]]++;
}
