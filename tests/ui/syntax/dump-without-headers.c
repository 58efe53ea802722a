//@ dump: ast
// The tree of a file does not show what its system headers declare.
#include <stdio.h>
#define TYPE int

TYPE main(void)
{
    printf("%d\n", (TYPE)sizeof(FILE *));
    return 0;
}
