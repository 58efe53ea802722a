// Columns are those of two dimensions.
float cube[4][4][4], b[4];

void f(void)
{
#pragma hicuda global alloc cube[*][*][*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(4)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 4; i++) {
#pragma hicuda shared alloc cube[*][*][*] copyin order(columns) //~ E0560 `cube` cannot be stored by columns
        b[i] = cube[0][1][i];
#pragma hicuda shared remove cube
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free cube b
}
