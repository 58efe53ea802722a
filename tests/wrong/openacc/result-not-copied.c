// The result stays on the device.
float a[256], b[256];
float f(void)
{
#pragma acc parallel loop copyin(a) create(b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
    return b[0];
}
