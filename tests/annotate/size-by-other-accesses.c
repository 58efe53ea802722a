// annotate: --force
// Sizes that no allocation in sight tells. An access under a condition shows none, but others reach as far. The end of a
// loop is the smaller of two indices. And where one kernel's accesses cannot be bounded, the others have their copies.
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void decompose(float *a, int n) {
    int i, j, k;
    float sum;
    for (i = 0; i < n; i++) {
        for (j = i; j < n; j++) {
            sum = a[i * n + j];
            for (k = 0; k < i; k++)
                sum -= a[i * n + k] * a[k * n + j];
            a[i * n + j] = sum;
        }
        for (j = i + 1; j < n; j++) {
            sum = a[j * n + i];
            for (k = 0; k < i; k++)
                sum -= a[j * n + k] * a[k * n + i];
            a[j * n + i] = sum / a[i * n + i];
        }
    }
}

static void multiply(const float *lu, float *product, int n) {
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            float sum = 0, l, u;
            for (k = 0; k <= MIN(i, j); k++) {
                if (i == k)
                    l = 1;
                else
                    l = lu[i * n + k];
                u = lu[k * n + j];
                sum += l * u;
            }
            product[i * n + j] = sum;
        }
}

static void picked(const float *a, const int *at, float *out, int n) {
    for (int i = 0; i < n; i++)
        if (at[i] >= 0)
            out[i] += a[at[i]];
}

static int read_all(float **numbers, int *size) {
    int n = 24;
    float *own = malloc(sizeof(float) * n * n);
    if (!own)
        return 0;
    for (int i = 0; i < n * n; i++)
        if (scanf("%f", own + i) != 1)
            own[i] = (i % n == i / n ? 20 : 0) + (i * 7) % 5;
    *size = n;
    *numbers = own;
    return 1;
}

int main(void) {
    float *m, *copy, *out;
    int n, *at;
    if (!read_all(&m, &n) || !read_all(&copy, &n) || !read_all(&out, &n))
        return 1;
    decompose(m, n);
    multiply(m, copy, n);
    at = malloc(n * sizeof *at);
    for (int i = 0; i < n; i++)
        scanf("%d", at + i) == 1 ? 0 : (at[i] = i % 3 - 1);
    picked(m, at, out, n);
    for (int i = 0; i < n; i++)
        printf("%g %g %g\n", m[i * n + i], copy[i * n + n - 1 - i], out[i]);
    return 0;
}
