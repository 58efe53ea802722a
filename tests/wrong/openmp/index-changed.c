// The index is changed in the body.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 256; i++) {
        a[i] = 1;
        i++;
    }
}
