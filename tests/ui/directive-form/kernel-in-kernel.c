// Kernels do not nest.
void f(float a[8])
{
#pragma hicuda kernel outer tblock(1) thread(8)
#pragma hicuda kernel inner tblock(1) thread(8) //~ E0453 a kernel inside a kernel
    a[0] = 1;
#pragma hicuda kernel_end
#pragma hicuda kernel_end
}
