// Nothing is copied to the device.
float a[256], b[256];
void f(void)
{
#pragma acc parallel loop create(a) copyout(b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
}
