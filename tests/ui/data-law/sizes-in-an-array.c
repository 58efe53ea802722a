// Between two kernels the size in an array changes, on the host or in a kernel: the second reads rows that nobody wrote.
static int size[2];
static double u[64][64], v[64][64];
static void fill(int *of) { of[0] = 60; }
static int by_the_host(void)
{
    size[0] = 40;
#pragma hicuda global alloc size[*] copyin
#pragma hicuda global alloc u[*][*]
#pragma hicuda global alloc v[*][*] copyin
#pragma hicuda kernel first tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < 64; j++)
            u[i][j] = i + j;
#pragma hicuda kernel_end
    fill(size);
#pragma hicuda global copyin size[*]
#pragma hicuda kernel second tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < 64; j++)
            v[i][j] = 2 * u[i][j]; //~ E0641 reads elements of `u`
#pragma hicuda kernel_end
#pragma hicuda global copyout v[*][*]
#pragma hicuda global free size u v
    return (int)v[3][3];
}
static int by_a_kernel(void)
{
    size[0] = 40;
#pragma hicuda global alloc size[*] copyin
#pragma hicuda global alloc u[*][*]
#pragma hicuda global alloc v[*][*] copyin
#pragma hicuda kernel third tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < 64; j++)
            u[i][j] = i + j;
#pragma hicuda kernel_end
#pragma hicuda kernel fourth tblock(2) thread(1)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 2; i++)
        size[i] = size[i] + 1;
#pragma hicuda kernel_end
#pragma hicuda kernel fifth tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < 64; j++)
            v[i][j] = 2 * u[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout v[*][*]
#pragma hicuda global free size u v
    return (int)v[3][3];
}
int main(void)
{
    return by_the_host() + by_a_kernel();
}
