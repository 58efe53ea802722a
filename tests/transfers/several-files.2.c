// The kernel of `several-files.1.c`.
double weights[16];
void advance(double *values, int count, double by)
{
    #pragma hicuda kernel advancing tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < count; i++)
        values[i] += by * weights[i % 16];
    #pragma hicuda kernel_end
}
