// A function computes with a pointer as the host's array is laid out. It cannot take
// the place of its call where it returns out of a loop.
float cut[8][64], out[64];
int table[16];

static float pick(float (*p)[64], int i)
{
    for (int k = 0; k < 8; k++)
        if (p[k][i] > 3) //~ E0702 a called function uses `cut`, but the device copy holds parts of its rows only
            return k;
    return 8;
}

static int look(const int *p, int i)
{
    while (1)
        if (p[i++ % 16] == 0) //~ E0702 a called function uses `table`, but the device copy is read through a texture
            return i;
}

int main(void)
{
#pragma hicuda global alloc cut[*][8:63] copyin
#pragma hicuda global alloc out[*] clear
#pragma hicuda texture copyin table[*]
#pragma hicuda kernel k tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i < 64; i++)
        out[i] = pick(cut, i) + look(table, i);
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda texture remove table
#pragma hicuda global free cut out
    return 0;
}
