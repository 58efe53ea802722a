// The directive is misspelt.
float a[256], b[256];
void f(void)
{
#pragma omp target teems distribute parallel for map(to: a) map(from: b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
}
