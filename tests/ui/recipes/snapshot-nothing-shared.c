// A loop that no thread shares needs no snapshot.
void f(float a[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda snapshot(a) //~ E0683 this loop cannot be given old values: no thread shares it; write `loop_partition` below the `snapshot`
    for (int i = 0; i < 63; i++)
        a[i] = a[i + 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
