// Elements that are structs.
#include <stdio.h>
#define N 40
struct body {
    double at, speed;
};
static struct body bodies[N];
int main(void)
{
    for (int i = 0; i < N; i++) {
        bodies[i].at = i;
        bodies[i].speed = 1;
    }
    #pragma hicuda global alloc bodies[*] copyin
    for (int t = 0; t < 4; t++) {
        #pragma hicuda kernel fly tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            bodies[i].at += bodies[i].speed;
        #pragma hicuda kernel_end
    }
    #pragma hicuda global copyout bodies[*]
    #pragma hicuda global free bodies
    printf("%f %f\n", bodies[0].at, bodies[N - 1].at);
    return 0;
}
