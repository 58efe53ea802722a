// A sum that the host needs afterwards.
float a[256];
void f(float *out)
{
    float t = 0;
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 256; i++)
        t += a[i];
    *out = t;
}
