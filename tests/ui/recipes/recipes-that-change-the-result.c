// What a recipe must not reorder, with both accesses.
int a[64][64], b[64], c[64], s;

void refused(int n)
{
#pragma hicuda permute(j, i)
    for (int i = 1; i < 64; i++)
        for (int j = 0; j < 63; j++)
            a[i][j] = a[i - 1][j + 1]; //~ E0684

#pragma hicuda tile(8, 8)
    for (int i = 1; i < 64; i++)
        for (int j = 0; j < 63; j++)
            a[i][j] = a[i - 1][j + 1]; //~ E0684

#pragma hicuda tile(8, 8)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            s = s * 3 + a[i][j]; //~ E0684

#pragma hicuda fuse
    for (int i = 0; i < 63; i++)
        b[i] = i;
    for (int i = 0; i < 63; i++)
        c[i] = b[i + 1]; //~ E0684

#pragma hicuda fission
    for (int i = 1; i < 64; i++) {
        b[i] = c[i - 1]; //~ E0684
        c[i] = b[i];
    }
}

void allowed(int n)
{
#pragma hicuda permute(j, i)
    for (int i = 1; i < 64; i++)
        for (int j = 0; j < 63; j++)
            a[i][j] = a[i - 1][j];
#pragma hicuda tile(8, 8)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hicuda fuse
    for (int i = 1; i < 63; i++)
        b[i] = i;
    for (int i = 1; i < 63; i++)
        c[i] = b[i - 1];
}
