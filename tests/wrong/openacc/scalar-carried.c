// A scalar carries a value from one iteration to the next.
float a[256];
float b[256];
void f(void)
{
    float t = 0;
#pragma acc parallel loop copy(a, b)
    for (int i = 0; i < 256; i++) {
        a[i] = t;
        t = b[i];
    }
}
