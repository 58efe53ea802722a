// Generated code depends on these.
void f(int n, float a[8])
{
#pragma hicuda unroll(n) //~ E0464 the factor of `unroll` must be a constant
    for (int i = 0; i < 8; i++)
        a[i] = 0;
#pragma hicuda loop_partition over_thread jam(n) //~ E0464 the factor of `jam` must be a constant
    for (int i = 0; i < 8; i++)
        a[i] = 0;
#pragma hicuda shared alloc a[0:7] pad(n) //~ E0464 the padding must be a constant
}
