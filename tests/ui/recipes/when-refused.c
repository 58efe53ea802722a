// Where no launch can decide, and what a version cannot be.
void own(float a[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel own_kernel tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        int few = i < n;
#pragma hicuda when(few) unroll(2) //~ E0410 the launch cannot decide this: `few` is the kernel's own
        for (int j = 0; j < n; j++)
            a[i] += j;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void effect(float a[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel effect_kernel tblock(1) thread(64)
#pragma hicuda when(n++ > 3) loop_partition over_thread //~ E0527 an expression of a directive has a side effect
    for (int i = 0; i < 64; i++)
        a[i] += n;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void many(float a[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel many_kernel tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda when(n > 1) unroll(2)
#pragma hicuda when(n > 2) unroll(2)
#pragma hicuda when(n > 3) unroll(2)
#pragma hicuda when(n > 4) unroll(2) //~ E0410 4 different conditions would make 16 versions of this kernel
        for (int j = 0; j < n; j++)
            a[i] += j;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void host(float a[64], int n)
{
#pragma hicuda when(n > 3) unroll(2) //~ E0410 this `when` stands neither in a kernel nor right around one
    for (int i = 0; i < n; i++)
        a[i] += n;
}

void away(float a[64], int n)
{
#pragma hicuda when(n > 3) global alloc a[*] copyin //~ E0410 this `when` stands neither in a kernel nor right around one
    a[0] = 1;
#pragma hicuda kernel away_kernel tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        a[i] += n;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
