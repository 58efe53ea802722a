// A kernel region whose end is missing.
void f(float a[8])
{
#pragma hicuda kernel double_all tblock(1) thread(8) //~ E0450 kernel `double_all` has no `kernel_end`
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++)
        a[i] *= 2;
}
