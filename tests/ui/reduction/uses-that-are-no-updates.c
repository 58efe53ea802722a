// Inside the loop a reduced variable can only be updated, by its operation.
void f(float a[64], float b[64], int n)
{
    float s = 0, t = 0;
    int k = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel one tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: s)
    for (int i = 0; i < 64; i++) {
        s += a[i];
        b[i] = s; //~ E0660 not an update by `+`
    }
#pragma hicuda kernel_end
#pragma hicuda kernel two tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(max: t)
    for (int i = 0; i < 64; i++)
        t += a[i]; //~ E0660 not an update by `max`
#pragma hicuda kernel_end
#pragma hicuda kernel three tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: k)
    for (int i = 0; i < 64; i++)
        k += a[i]; //~ E0660 not an update by `+`
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    b[0] = s + t + k;
}
