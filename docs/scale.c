void scale(float a[1000], float k)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale_all tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 1000; i++)
        a[i] = k * a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
