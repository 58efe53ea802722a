// annotate: --force
// A loop out of a macro has no line that a directive could stand above.
#include <stdio.h>

#define N 64
#define EACH(i) for (int i = 0; i < N; i++)
#define FILL(array, value) for (int k = 0; k < N; k++) array[k] = value;

static int a[N], b[N];

int main(void)
{
    FILL(a, 3)
    EACH(i) {
        b[i] = a[i] + i;
    }
    printf("%d\n", b[N - 1]);
    return 0;
}
