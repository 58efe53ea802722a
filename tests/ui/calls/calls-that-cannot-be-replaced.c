// A function with directives of kernels takes the place of its call, where that
// is a statement and the function returns at its end.
float a[8][64];

static int cleared(int i)
{
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < 64; j++)
        a[i][j] = 0;
    return i;
}

static void if_even(int i)
{
    if (i % 2)
        return;
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < 64; j++)
        a[i][j] = 1;
}

int main(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel k tblock(8) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 8; i++) {
        int row = cleared(i); //~ E0705 `cleared` must be put in the place of this call
        if_even(row);         //~ E0705 `if_even` must be put in the place of this call
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    return 0;
}
