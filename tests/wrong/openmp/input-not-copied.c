// Nothing is copied to the device.
float a[256], b[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(alloc: a) map(from: b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
}
