// A barrier in a loop that may not run separates nothing, nor does who shares out a triangle run
// the same index in the same thread.
float a[256], b[256], c[256];

void skipped(int rounds)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel waits tblock(1) thread(256)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 256; i++)
        a[i] = 2 * a[i]; //~ E0630 one reads what another writes
    for (int r = 0; r < rounds; r++) {
#pragma hicuda barrier
    }
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 256; i++)
        b[i] = a[255 - i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}

void triangle(void)
{
#pragma hicuda global alloc c[*] copyin
#pragma hicuda kernel shifted tblock(1) thread(3)
    for (int i = 0; i < 4; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = i; j < 12; j++)
            c[j] += c[j + 12]; //~ E0630 collide
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free c
}
