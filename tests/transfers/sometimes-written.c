// The host changes the array in some rounds only: it goes to the device in those.
#include <stdio.h>
#define N 64
static float a[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1;
    for (int t = 0; t < 12; t++) {
        #pragma hicuda kernel pass tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] += 0.5f;
        #pragma hicuda kernel_end
        if (t % 4 == 3) {
            a[0] = 0;
            a[N - 1] = t;
        }
    }
    printf("%f %f %f\n", a[0], a[1], a[N - 1]);
    return 0;
}
