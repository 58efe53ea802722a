// A size that divides by zero would end the program at the launch.
#define STEPS 0
float a[64];
void f(int n)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel k tblock(64 / STEPS) thread(32)    //~ E0010 this size divides by zero
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
