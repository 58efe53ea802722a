// annotate: --force
// A region needs a place between two statements, which may be in one line, or is the body of a condition.
#include <stdio.h>

#define N 64

static int a[N], b[N];

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 0)
        for (int i = 0; i < N; i++)
            a[i] = i;
    else
        for (int i = 0; i < N; i++)
            a[i] = 2 * i;
    if (argc > 0) for (int i = 0; i < N; i++) b[i] = a[i];
    do
        for (int i = 0; i < N; i++)
            a[i]++;
    while (a[0] < 3);
    for (int i = 0; i < N; i++) a[i]++; for (int i = 0; i < N; i++) b[i] = 2 * a[i];
    for (int i = 0; i < N; i++) { b[i] += 1; } // a comment is no text
    printf("%d %d\n", a[5], b[N - 1]);
    return 0;
}
