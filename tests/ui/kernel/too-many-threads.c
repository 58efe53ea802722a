// The product of all dimensions counts.
void f(float a[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k1 tblock(1) thread(8, 8, 32) //~ E0601 a block of 2048 threads
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(1) thread(128, 2, 4)
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda global free a
}
