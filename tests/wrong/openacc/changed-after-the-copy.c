// The host changes the array after it was copied.
float a[256], b[256];
void f(void)
{
#pragma acc data copyin(a) copyout(b)
    {
        a[0] = 1;
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
    }
}
