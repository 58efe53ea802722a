// A sum in a variable on the device.
float a[256];
float s;
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a, s)
    for (int i = 0; i < 256; i++)
        s += a[i];
}
