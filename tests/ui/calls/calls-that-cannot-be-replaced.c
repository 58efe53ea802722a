// A function with directives of kernels takes the place of its call, where the
// call is always made and the function does not return out of a loop.
float a[8][64];

static int cleared(int i)
{
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < 64; j++)
        a[i][j] = 0;
    return i;
}

static void until(int i, int last)
{
    for (int k = 0; k < 4; k++) {
        if (k == last)
            return;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 64; j++)
            a[i][j] += 1;
    }
}

int main(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel k tblock(8) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 8; i++) {
        int row = i < 4 ? cleared(i) : i; //~ E0705 `cleared` must be put in the place of this call
        until(row, 2);                    //~ E0705 `until` must be put in the place of this call
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    return 0;
}
