// annotate: --force
// A sum, a count and a maximum, one of them under a condition.
#include <stdio.h>

#define N 5000

static int a[N];

int main(void)
{
    int sum = 0, odd = 0, most = -1;
    for (int i = 0; i < N; i++)
        a[i] = i * 7919 % 10007;
    for (int i = 0; i < N; i++) {
        sum += a[i];
        if (a[i] % 2)
            odd++;
        if (a[i] > most)
            most = a[i];
    }
    printf("%d %d %d\n", sum, odd, most);
    return 0;
}
