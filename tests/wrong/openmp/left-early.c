// The loop is left in the middle.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 256; i++) {
        if (a[i] < 0)
            break;
        a[i] = 1;
    }
}
