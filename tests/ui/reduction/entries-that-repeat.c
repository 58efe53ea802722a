// An array of sums, in a kernel whose loop names its entry: blocks of another entry would count everything again.
static int bins[16], a[1024];

void sums(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc bins[*] clear
#pragma hicuda kernel count tblock(1, 8) thread(64)
#pragma hicuda loop_partition over_tblock(2) over_thread reduction(+: bins[*])
    for (int i = 0; i < 1024; i++)
        bins[a[i] & 15] += 1;
#pragma hicuda kernel_end
#pragma hicuda kernel again tblock(8, 1) thread(64)
#pragma hicuda loop_partition over_tblock(2) over_thread reduction(+: bins[*])
    for (int i = 0; i < 1024; i++)
        bins[a[i] & 15] += 1;    //~ E0670 several blocks
#pragma hicuda kernel_end
#pragma hicuda global copyout bins[*]
#pragma hicuda global free a bins
}
