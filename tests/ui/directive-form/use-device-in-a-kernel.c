// The host calls libraries; a kernel does not.
void f(float b[64])
{
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(1)
#pragma hicuda use_device(b) //~ E0456 inside a kernel
    b[0] = 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
