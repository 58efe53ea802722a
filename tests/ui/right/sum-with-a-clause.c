// A sum that says it is one.
float a[256], b[256];
void f(float *result)
{
    float s = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:s)
    for (int i = 0; i < 256; i++)
        s += a[i];
#pragma hicuda kernel_end
    *result = s;
#pragma hicuda global free a
}
