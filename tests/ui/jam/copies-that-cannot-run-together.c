// Loops that `jam` cannot be carried out for.
void on_blocks(int a[128])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel on_blocks_only tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock jam(4) //~ E0680
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel too_many tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(256) //~ E0681 256 iterations
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel wraps tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4) //~ W1070
    for (unsigned i = 127; i > 0; i--)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel leaves tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < 128; i++)
        for (int k = 0; k < 8; k++) {
#pragma hicuda barrier
            a[i] += k;
            if (k == 5)
                break; //~ E0682
        }
#pragma hicuda kernel_end
#pragma hicuda kernel decides tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < 128; i++) {
        int more = 3;
        while (more > 0) {
#pragma hicuda barrier
            more--;
            if (more > 1)
                more = 1; //~ E0682 cannot be jammed
            a[i] += more;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
