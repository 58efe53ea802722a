// Assumptions of a kernel are tested before it is launched.
#define N 64

int a[N], b[N], limit[1];

static int at(int i)
{
#pragma hicuda assume(i < N) //~ E0561 an assumption in a function that a kernel calls
    return a[i];
}

void f(int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(N)
    int last = n - 1;
#pragma hicuda assume(n <= N)
#pragma hicuda assume(last < N) //~ E0561 cannot be tested before the kernel is launched
#pragma hicuda assume(b[0] > 0) //~ E0561 cannot be tested before the kernel is launched
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++) {
#pragma hicuda assume(n > 0) //~ E0561 an assumption inside a loop or branch
        b[i] = at(last - i);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
