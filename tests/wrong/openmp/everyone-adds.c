// Every thread adds one.
float a[256], b[256];
void f(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
    a[0] += 1;
}
