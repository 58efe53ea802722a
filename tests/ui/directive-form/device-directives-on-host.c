// No kernel calls `main`, or a function that has a kernel of its own.
void has_kernel(float a[8])
{
#pragma hicuda kernel k tblock(1) thread(8)
    a[0] = 1;
#pragma hicuda kernel_end
#pragma hicuda barrier //~ E0458 `barrier` outside a kernel
}

void may_be_called(float a[8])
{
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++)
        a[i] = 0;
#pragma hicuda barrier
}

int main(void)
{
    float a[8];
#pragma hicuda loop_partition over_thread //~ E0458 `loop_partition` outside a kernel
    for (int i = 0; i < 8; i++)
        a[i] = 0;
    return a[0] != 0;
}
