//@ flags: --gpu=mi250x
// Thirty-two rows of 1024 floats are 128 KiB: an H200's blocks may have them, an MI250X's have 64.
void f(float a[32][1024], float b[32])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++) {
#pragma hicuda shared alloc a[i][*] copyin //~ E0603 needs 131072 bytes, but a block has at most 65536 on the mi250x
        b[i] = a[i][0];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
