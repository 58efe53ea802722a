// The host changes the array and copies it again.
float a[256], b[256];
void f(int steps)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
    for (int s = 0; s < steps; s++) {
        a[0] = s;
#pragma hicuda global copyin a[*]
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < 256; i++)
            b[i] += a[0];
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
