// Only some threads reach the barrier. (OpenACC has none: its threads cannot wait.)
float a[256], b[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 256; i++) {
        if (i < 100) {
#pragma acc wait
            a[i] = 1;
        }
    }
}
