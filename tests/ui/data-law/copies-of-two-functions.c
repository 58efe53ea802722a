// What `get` returns may be one array: nothing compares copies that two functions make.
int *get(int);
static void g(int n, int *y)
{
#pragma hicuda global alloc y[0:n-1] copyin //~ W1061 may be of the same elements
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free y
}
int main(void)
{
    int n = 100;
    int *x = get(0), *z = get(1);
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda kernel k2 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        x[i] += 1;
#pragma hicuda kernel_end
    g(n, z);
#pragma hicuda global copyout x[0:n-1]
#pragma hicuda global free x
    return x[0] + z[0];
}
