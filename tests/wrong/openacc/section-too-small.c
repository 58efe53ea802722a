// Half of the array is on the device.
float a[256], b[256];
void f(void)
{
#pragma acc parallel loop copyin(a[0:128]) copyout(b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
}
