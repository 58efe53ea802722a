// The host exchanges the ends of an array; each is sent to the device on its own.
double now[130], next[130];

double rod(int steps)
{
#pragma hicuda global alloc now[*] copyin
#pragma hicuda global alloc next[*] copyin
    for (int step = 0; step < steps; step++) {
#pragma hicuda kernel spread tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < 129; i++)
            next[i] = 0.5 * (now[i - 1] + now[i + 1]);
#pragma hicuda kernel_end
#pragma hicuda kernel keep tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < 129; i++)
            now[i] = next[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout now[1]
#pragma hicuda global copyout now[128]
        now[0] = now[128];
        now[129] = now[1];
#pragma hicuda global copyin now[0]
#pragma hicuda global copyin now[129]
    }
#pragma hicuda global copyout now[*]
#pragma hicuda global free now next
    return now[64];
}
