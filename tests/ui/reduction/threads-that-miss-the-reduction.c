// A block comes together to reduce, so all its threads must get there, one iteration
// each.
void f(float a[64][64], float b[64])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel some tblock(8) thread(8, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        float s = 0;
        if (i % 2) {
#pragma hicuda loop_partition over_thread reduction(+: s) //~ E0513 not all threads of the block
            for (int j = 0; j < 64; j++)
                s += a[i][j];
        }
        b[i] = s;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel waiting tblock(8) thread(8, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        float s = 0;
#pragma hicuda loop_partition over_thread reduction(+: s) //~ E0664 holds a barrier
        for (int j = 0; j < 64; j++) {
            s += a[i][j];
#pragma hicuda barrier
        }
        b[i] = s;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel jammed tblock(8) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread jam(2)
    for (int i = 0; i < 64; i++) {
        float s = 0;
#pragma hicuda loop_partition over_thread reduction(+: s) //~ E0668 differ between jammed iterations
        for (int j = 0; j < i; j++)
            s += a[i][j];
        b[i] = s;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
