// Members of a structure are apart.
struct point { float x, y; } p[256];
void f(void)
{
#pragma hicuda global alloc p[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 255; i++)
        p[i].x = p[i + 1].y;
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global free p
}
