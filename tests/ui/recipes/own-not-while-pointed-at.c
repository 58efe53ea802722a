// An array that a table of pointers leads to afterwards is not each iteration's own: the order decides what it holds.
#include <stdio.h>
#define N 32
static int a[N][N];

int main(void)
{
    int t[2] = { 0, 0 };
    int *kept[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * 100 + j;
#pragma hicuda permute(j, i)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            kept[i][j] = t;
            if (i + j < 20)
                t[1] = a[i][j]; //~ E0684 cannot be permuted
        }
    printf("%d\n", kept[0][0][1]);
    return 0;
}
