// Nothing separates the two loops.
float a[256], b[256];
void f(void)
{
#pragma acc parallel copy(a) copyout(b)
    {
#pragma acc loop gang
        for (int i = 0; i < 256; i++)
            a[i] = 2 * a[i];
#pragma acc loop gang
        for (int i = 0; i < 256; i++)
            b[i] = a[255 - i];
    }
}
