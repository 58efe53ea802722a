// A scalar's new value is needed after the kernel, after a loop, or in the next iteration.
float f(float a[64], int n)
{
    float last = 0, sum = 0;
    int i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (i = 0; i < n; i++) {
        if (i < 64)
            last = a[i]; //~ E0504 the value this kernel gives to `last` is lost
    }
    a[0] = i; //~ E0524 `i` is the index of a partitioned loop
    float t = 0, before = 0;
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < 64; j++) {
        a[j] = before;
        before = j; //~ E0505 depend on each other through `before`
        t = j;
    }
    a[1] = t; //~ E0524 `t` has no single value
#pragma hicuda kernel_end
#pragma hicuda global free a
    return last + sum;
}
