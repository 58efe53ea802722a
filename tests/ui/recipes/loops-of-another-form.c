// Loops that a recipe cannot take apart.
#include <stdio.h>

int a[64][64], b[64];

int refused(int *p, int *q, int n)
{
    int i;
#pragma hicuda tile(8, 8)
    for (int i = 0; i < 64; i++) { //~ E0683
        b[i] = 0;
        for (int j = 0; j < 64; j++)
            a[i][j] = 1;
    }
#pragma hicuda collapse(2)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < i; j++) //~ E0683 depend on the index
            a[i][j] = 1;
#pragma hicuda unroll(4)
    for (i = 0; i < 64; i++)
        if (b[i])
            break; //~ E0683 do not all run to their end
#pragma hicuda tile(8)
    for (i = 0; i < 64; i++)
        b[i] = 1;
    b[0] = i; //~ E0683 used after
#pragma hicuda unroll(full)
    for (int i = 0; i < n; i++) //~ E0683 not known when compiling
        b[i] = 1;
#pragma hicuda permute(k, i)
    for (int i = 0; i < 64; i++) //~^ E0683 has the index `k`
        for (int j = 0; j < 64; j++)
            a[i][j] = 1;
#pragma hicuda fission
    for (int i = 0; i < 64; i++) {
        p[i] = i; //~ E0683 may be the same memory
        b[i] = q[i];
    }
#pragma hicuda fission
    for (int i = 0; i < 64; i++) {
        printf("%d\n", i); //~ E0683 order of this call
        b[i] = 1;
    }
#pragma hicuda fuse
    for (int i = 0; i < 64; i++)
        b[i] = 1;
    for (int i = 1; i < 64; i++) //~ E0683 same index values
        b[i] = 2;
#pragma hicuda tile(4)
    for (unsigned long u = 63; u > 0; u--) //~ E0683 more than 64 bits hold
        b[u] = 0;
    return i;
}
