// What a copy of old values cannot serve.
float reads(const float *a, int i)
{
    return a[i + 1];
}

void flow(float a[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel flows tblock(1) thread(32)
#pragma hicuda snapshot(a) //~ E0545 no read of `a` in this loop is of what was there before it
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 64; i++)
        a[i] = a[i - 1] + 1;
#pragma hicuda kernel_end
#pragma hicuda kernel both_ways tblock(1) thread(32)
#pragma hicuda snapshot(a)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 63; i++)
        a[i] = a[i - 1] + a[i + 1]; //~ E0630 threads collide in `a`: one reads what another writes
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void needless(float a[64], const float b[64])
{
    float x = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel of_another tblock(1) thread(32)
#pragma hicuda snapshot(b) //~ E0545 `b` needs no snapshot: the kernel does not write it
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++)
        a[i] = b[i + 1] + 1;
#pragma hicuda kernel_end
#pragma hicuda kernel of_a_scalar tblock(1) thread(32)
#pragma hicuda snapshot(x) //~ E0545 a snapshot is of an array of the kernel that has a device copy
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++)
        a[i] = b[i + 1] + x;
#pragma hicuda kernel_end
#pragma hicuda kernel in_a_call tblock(1) thread(32)
#pragma hicuda snapshot(a) //~ E0545 a function that the kernel calls uses `a`, which has a snapshot
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++)
        a[i] = reads(a, i);
#pragma hicuda kernel_end
#pragma hicuda kernel with_parts tblock(1) thread(32)
#pragma hicuda snapshot(a) //~ E0545 `a` has a snapshot and parts in shared memory
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++) {
#pragma hicuda shared alloc a[i:i+1] copyin
        a[i] = a[i + 1];
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}

void second(float a[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel second_loop tblock(1) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++)
        a[i] = i;
#pragma hicuda snapshot(a) //~ E0545 no read of `a` in this loop is of what was there before it
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++)
        a[i] = a[i + 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void inherits(float *a)
{
#pragma hicuda kernel inherited tblock(1) thread(32)
#pragma hicuda snapshot(a) //~ E0545 a snapshot of `a` needs its device copy to be made in this function
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 63; i++)
        a[i] = a[i + 1];
#pragma hicuda kernel_end
}

void caller(float a[64])
{
#pragma hicuda global alloc a[*] copyin
    inherits(a);
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void through_pointers(float (*a)[20], int n)
{
#pragma hicuda global alloc a[0:n-1][*] copyin
#pragma hicuda kernel through_a_pointer tblock(4) thread(8)
#pragma hicuda snapshot(a)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n - 1; i++) {
        const float *next = a[i + 1];
        for (int j = 0; j < 20; j++)
            a[i][j] = next[j] + a[i + 1][j]; //~ E0630 threads collide in `a`
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1][*]
#pragma hicuda global free a
}
