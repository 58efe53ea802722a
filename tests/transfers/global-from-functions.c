// An array at file level that several functions use in kernels.
#include <stdio.h>
#define N 64
static double state[N], force[N];
static void forces(void)
{
    #pragma hicuda kernel pull tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        force[i] = -state[i];
    #pragma hicuda kernel_end
}
static void move(double dt)
{
    #pragma hicuda kernel push tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        state[i] += dt * force[i];
    #pragma hicuda kernel_end
}
static double energy(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += state[i] * state[i];
    return sum;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        state[i] = i;
    for (int t = 0; t < 6; t++) {
        forces();
        move(0.1);
        if (t == 3)
            printf("%f\n", energy());
    }
    printf("%f\n", energy());
    return 0;
}
