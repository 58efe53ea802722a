// In C++ a `void *` becomes another pointer only by a cast.
#include <stdlib.h>
int main(void)
{
    int *a = malloc(4 * sizeof(int)); //~ E0938 `void *` becomes `int *` only by a cast
    int *b;
    b = calloc(4, sizeof(int)); //~ E0938 `void *` becomes `int *` only by a cast
    int *c = (int *)malloc(4);
    void *d = c;
    free(a);
    free(b);
    free(d);
    return 0;
}
