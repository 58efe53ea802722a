// What a directive says is a value: evaluating it changes nothing.
#include <stdlib.h>

int calls;
int counted(int n)
{
    calls++;
    return n;
}
int twice_counted(int n)
{
    return counted(n) * 2;
}
int through(int *p)
{
    return *p = 4;
}
int rounded_up(int n)
{
    int whole = n / 64;
    whole += n % 64 != 0;
    return whole;
}
int elsewhere(int n);
int leads_elsewhere(int n)
{
    return elsewhere(n);
}

void f(float a[1024], float b[1024], int n, int (*any)(int))
{
    int blocks = 4;
#pragma hicuda global alloc a[0:(n = 8) - 1]                //~ E0527 side effect
#pragma hicuda global alloc b[0:counted(8)]                 //~ E0527 side effect
#pragma hicuda kernel k0 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++)
        a[i] = b[i] = 0; //~ W1104 access to `a` //~ W1104 access to `b`
#pragma hicuda kernel_end
#pragma hicuda global free a b
#pragma hicuda kernel k1 tblock(twice_counted(4)) thread(n++) //~ E0527 side effect //~ E0527 side effect
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(through(&blocks)) thread(rounded_up(n)) //~ E0527 side effect
#pragma hicuda kernel_end
#pragma hicuda kernel k3 tblock(elsewhere(4)) thread(leads_elsewhere(4)) //~ W1106 `elsewhere` has //~ W1106 `elsewhere` has
#pragma hicuda kernel_end
#pragma hicuda kernel k4 tblock(any(4)) thread(abs(n)) //~ W1106 a function that a pointer names
#pragma hicuda kernel_end
#pragma hicuda kernel k5 tblock(rand()) thread(64) //~ W1106 `rand` has
#pragma hicuda kernel_end
}
