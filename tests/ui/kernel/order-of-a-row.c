// The address of a row, which lies beside other rows then.
float b[16];
static float total(const float *row) { float sum = 0; for (int j = 0; j < 16; j++) sum += row[j]; return sum; }
void f(void)
{
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(16)
    float t[16][16];
#pragma hicuda shared alloc t[*][*] order(columns) //~ E0560 its address, or that of a row, is taken
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            t[i][j] = i * j;
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 16; i++)
        b[i] = total(t[i]);
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
