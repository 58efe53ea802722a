// Two kernels of one name, and one that is called like a function.
void g(float a[8])
{
#pragma hicuda kernel twice tblock(1) thread(8)
    a[0] = 1;
#pragma hicuda kernel_end
#pragma hicuda kernel twice tblock(1) thread(8) //~ E0454 two kernels are called `twice`
    a[0] = 2;
#pragma hicuda kernel_end
#pragma hicuda kernel g tblock(1) thread(8) //~ E0454 the kernel's name `g` is taken
    a[0] = 3;
#pragma hicuda kernel_end
}
