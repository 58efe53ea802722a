// A sum in a variable on the device.
float a[256];
float s;
void f(void)
{
#pragma acc parallel loop copy(a, s)
    for (int i = 0; i < 256; i++)
        s += a[i];
}
