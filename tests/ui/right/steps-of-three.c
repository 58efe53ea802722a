// Steps of three, three elements each.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] //~ R2049 `a`
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 255; i += 3) {
        a[i] = 0;
        a[i + 1] = 1;
        a[i + 2] = 2;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
