// An assumption is of use until its variables may change, and in the branch where it is tested.
#define N 64

int a[4 * N];
int other;

void set(int *);

void known(int shift, int flag)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda assume(shift >= N, shift <= 3 * N)
    // Here it holds.
#pragma hicuda kernel first tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] += a[i + shift];
#pragma hicuda kernel_end
    // A loop that changes it.
    for (int round = 0; round < 3; round++) {
#pragma hicuda kernel second tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] += a[i + shift]; //~ E0630 threads collide in `a`
#pragma hicuda kernel_end
        shift--;
    }
    // A branch where it is tested, and what comes after it.
    if (flag) {
#pragma hicuda assume(shift >= N, shift <= 3 * N)
#pragma hicuda kernel third tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] += a[i + shift];
#pragma hicuda kernel_end
    }
#pragma hicuda kernel fourth tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] += a[i + shift]; //~ E0630 threads collide in `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

// A function that nothing is known of may change what it can reach.
void reached(void)
{
    int shift = 2 * N;
#pragma hicuda global alloc a[*] copyin
    set(&shift);
#pragma hicuda assume(shift >= N, shift <= 3 * N)
    set(&other);
#pragma hicuda kernel fifth tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] += a[i + shift]; //~ E0630 threads collide in `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

// The kernel gives its index other values than the one that was tested.
void reused(int i)
{
#pragma hicuda assume(i < 5)
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel sixth tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++)
        if (i > 10)
            a[11] = i; //~ E0630 threads collide in `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
