// Ten thousand floats by value are 40 KB; a launch takes 32.
struct tables { float wave[10000]; int n; };

void f(struct tables t, float o[64])
{
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(2) thread(32) //~ E0604 take 40016 bytes, but a launch takes 32700 at most
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        o[i] = t.wave[i * 3];
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free o
}
