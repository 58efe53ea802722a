// annotate: --force
// A macro may be the head of a loop; one of two loops at once, or a whole loop out of a macro has no place for directives.
#include <stdio.h>

#define N 64
#define EACH(i) for (int i = 0; i < N; i++)
#define BOTH(i, j) EACH(i) EACH(j)
#define FILL(array, value) for (int k = 0; k < N; k++) array[k] = value;

static int a[N], b[N], c[N][N];

int main(void)
{
    FILL(a, 3)
    EACH(i) {
        b[i] = a[i] + i;
    }
    EACH(i)
        EACH(j)
            c[i][j] = b[j] - i;
    EACH(i) EACH(j) c[i][j] *= 2;
    BOTH(i, j)
        c[i][j] += a[i];
    printf("%d %d\n", b[N - 1], c[5][N - 1]);
    return 0;
}
