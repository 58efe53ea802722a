// Rows behind pointers are copied one by one, which constant memory and textures are not.
#include <stdlib.h>

int main(void)
{
    float **a = malloc(4 * sizeof *a), ***b = 0;
    for (int i = 0; i < 4; i++)
        a[i] = malloc(8 * sizeof **a);
#pragma hicuda shape a[4][8]
#pragma hicuda constant copyin a[*][*] //~ E0521 the elements of `a` hold pointers
#pragma hicuda texture copyin a[*][*] //~ E0521 the elements of `a` hold pointers
#pragma hicuda shape b[2][2]
#pragma hicuda global alloc b[*][*] //~ E0521 the elements of `b` hold pointers
    return 0;
}
