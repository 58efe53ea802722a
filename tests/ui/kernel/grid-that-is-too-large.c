//@ emit: cuda hip
// Sizes that only the run knows are tested where they may be more than a grid has, or than an unsigned number holds.
static float a[1000];

void f(int rows, long many, int x, int y, int z)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel outer tblock(rows, 4) thread(32)
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel wide tblock(many) thread(32)
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel joined tblock(2, x, y, z) thread(32)
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel plain tblock(x) thread(32)
    a[0] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
