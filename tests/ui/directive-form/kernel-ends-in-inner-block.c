// The region begins in one block and ends in another.
void f(float a[8])
{
#pragma hicuda kernel k tblock(1) thread(8)
    for (int i = 0; i < 8; i++) {
        a[i] *= 2;
#pragma hicuda kernel_end //~ E0452 does not match the `kernel` before it
    }
}
