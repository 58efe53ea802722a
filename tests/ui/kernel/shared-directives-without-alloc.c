// `shared copyout` and `shared remove` need the array in shared memory, at their place.
void f(float a[64], float b[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel never tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        b[i] = a[i];
#pragma hicuda shared copyout b[i] //~ E0516 `b` is not in shared memory here
#pragma hicuda shared remove a     //~ E0516 `a` is not in shared memory here
    }
#pragma hicuda kernel_end
#pragma hicuda kernel late tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[i] copyin
        b[i] = a[i];
#pragma hicuda shared remove a
#pragma hicuda shared copyout a[i] //~ E0516 `a` is not in shared memory here
    }
#pragma hicuda kernel_end
#pragma hicuda kernel inside tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[i] copyin
        b[i] = a[i];
        {
#pragma hicuda shared remove a     //~ E0516 `a` is not in shared memory here
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
