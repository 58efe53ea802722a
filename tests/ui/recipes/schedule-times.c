// Times are sums of indices and numbers.
void times(int n, double a[64][64])
{
#pragma hicuda schedule((j * i, i)) //~ E0683 a sum of loop indices
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 0;
#pragma hicuda schedule((i / 2, j, i)) //~ E0683 a sum of loop indices
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 0;
}
