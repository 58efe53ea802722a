// Gangs do not wait for each other.
float a[256], b[256];
void f(void)
{
#pragma acc parallel num_gangs(4) copy(a) copyout(b)
    {
#pragma acc loop gang vector
        for (int i = 0; i < 256; i++)
            a[i] = 2;
#pragma acc loop gang vector
        for (int i = 0; i < 256; i++)
            b[i] = a[255 - i];
    }
}
