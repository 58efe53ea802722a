// What is too large for an axis shares x, which has room for 2,147,483,647 blocks.
void f(float a[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k1 tblock(70000, 70000) thread(32) //~ E0601 a grid of 4900000000 blocks
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(4000000000) thread(32) //~ E0601 a grid of 4000000000 blocks
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel k3 tblock(65535, 65535, 2147483647) thread(32)
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel k4 tblock(2, 65536, 65536) thread(32) //~ E0601 a grid of 8589934592 blocks
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel k5 tblock(60000, 60000, 60000, 60000) thread(32) //~ E0601 a grid of 216000000000000 blocks
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda global free a
}
