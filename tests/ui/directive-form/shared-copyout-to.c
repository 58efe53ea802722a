// The sequential program does not write to another array, so a tile goes back to its own.
float a[64], b[64];

void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[i] copyin
        a[i] = 2 * a[i];
#pragma hicuda shared copyout a[i] to b[i] //~ E0402 `to` is not a clause of `shared copyout`
#pragma hicuda shared remove a
        b[i] = 0;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
