// A copy ends in the block where it began.
float a[64], b[64];
void f(int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] //~ W1103 never freed
#pragma hicuda kernel k tblock(1) thread(8)
    b[0] = a[0];
#pragma hicuda kernel_end
    if (n) {
#pragma hicuda global copyout b[*]
#pragma hicuda global free a //~ E0510 another block
    }
}
