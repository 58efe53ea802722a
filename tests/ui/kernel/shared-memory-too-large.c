// Sixty-four rows of 1024 floats are 256 KiB; a block may have 227.
void f(float a[64][1024], float b[64])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[i][*] copyin //~ E0603 needs 262144 bytes
        b[i] = a[i][0];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
