// Teams do not wait for each other.
float a[256], b[256];
void f(void)
{
#pragma omp target teams num_teams(4) map(tofrom: a) map(from: b)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < 256; i++)
            a[i] = 2;
#pragma omp distribute parallel for
        for (int i = 0; i < 256; i++)
            b[i] = a[255 - i];
    }
}
