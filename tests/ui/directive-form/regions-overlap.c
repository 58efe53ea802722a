// The singular region begins inside the kernel and ends after it.
void f(float *sum)
{
#pragma hicuda kernel k tblock(1) thread(8)
#pragma hicuda singular
    *sum = 0;
#pragma hicuda kernel_end
#pragma hicuda singular_end //~ E0452 does not match the `singular` before it
}
