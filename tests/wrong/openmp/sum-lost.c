// A sum that the host needs afterwards.
float a[256];
void f(float *out)
{
    float t = 0;
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 256; i++)
        t += a[i];
    *out = t;
}
