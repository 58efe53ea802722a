// The border is written by those who have it: between them, the branches write all of `a`.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        if (i > 0 && i < 255)
            a[i] = b[i - 1] + b[i + 1];
        else
            a[i] = b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
