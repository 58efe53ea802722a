// A histogram.
int count[16];
int kind[256];
void f(void)
{
#pragma hicuda global alloc count[*] copyin
#pragma hicuda global alloc kind[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        count[kind[i]]++; //~ W1041 may update
#pragma hicuda kernel_end
#pragma hicuda global copyout count[*]
#pragma hicuda global free count kind
}
