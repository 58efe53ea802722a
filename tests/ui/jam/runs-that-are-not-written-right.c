// `jam(n:w)` with something that is no positive constant.
static int a[128];

void wrong(int w)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel variable tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4:w)    //~ E0464
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel none tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4:0)    //~ E0465
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
