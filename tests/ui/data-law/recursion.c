// What a function does when it calls itself counts, also where only a deeper call does it: from the first call of `fill`
// and `total` each goes on into its two halves.
#include <stdio.h>
static int a[128], b[128];
static void fill(int *p, int n)
{
    if (n > 16) {
        fill(p, n / 2);
        fill(p + n / 2, n - n / 2);
        return;
    }
#pragma hicuda global alloc p[0:n-1]
#pragma hicuda kernel filled tblock(1) thread(16)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++)
        p[i] += i; //~ E0641 `p`
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global free p
}
static int total(const int *p, int n)
{
    int sum = 0;
    if (n > 16)
        return total(p, n / 2) + total(p + n / 2, n - n / 2);
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}
int main(void)
{
    for (int i = 0; i < 128; i++)
        a[i] = b[i] = i;
    fill(a, 128);
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel doubled tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 128; i++)
        b[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global free b
    printf("%d %d\n", a[77], total(b, 128)); //~ W1045 `b`
    return 0;
}
