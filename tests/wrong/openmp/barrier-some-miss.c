// Only some threads reach the barrier.
float a[256], b[256];
void f(void)
{
#pragma omp target parallel for map(tofrom: a)
    for (int i = 0; i < 256; i++) {
        if (i < 100) {
#pragma omp barrier
            a[i] = 1;
        }
    }
}
