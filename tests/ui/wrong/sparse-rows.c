// Rows of a sparse matrix added into one vector.
float y[256];
int row[256];
float v[256];
void f(void)
{
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc row[*] copyin
#pragma hicuda global alloc v[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        y[row[i]] += v[i]; //~ W1041 may update
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free y row v
}
