// The result stays on the device.
float a[256], b[256];
float f(void)
{
#pragma omp target teams distribute parallel for map(to: a) map(alloc: b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
    return b[0];
}
