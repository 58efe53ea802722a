// One range for each dimension.
void f(int n, float row[][8], float vla[n][n])
{
    float a[8][8];
    a[0][0] = 0;
#pragma hicuda global alloc a[*] //~ E0461 a section with 1 of the array's 2 dimensions
#pragma hicuda global alloc a[0:1][2][*] //~ E0461 a section with 3 of the array's 2 dimensions
#pragma hicuda global alloc row[0:3] //~ E0461 a section with 1 of the array's 2 dimensions
#pragma hicuda global alloc vla[*][*]
#pragma hicuda global free a row vla
}
