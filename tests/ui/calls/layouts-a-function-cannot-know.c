// A function computes with a pointer as the host's array is laid out.
float cut[8][64], whole[64], out[64];
int table[16];

static float pick(float (*p)[64], int i)
{
    return p[i % 8][i]; //~ E0702 a called function uses `cut`, but the device copy holds parts of its rows only
}

static int look(const int *p, int i)
{
    return p[i % 16]; //~ E0702 a called function uses `table`, but the device copy is read through a texture
}

static void add(float *p, float x)
{
    *p += x; //~ E0702 a called function uses `whole`, but the device copy is kept in shared memory here
}

int main(void)
{
#pragma hicuda global alloc cut[*][8:63] copyin
#pragma hicuda global alloc whole[*] copyin
#pragma hicuda global alloc out[*] clear
#pragma hicuda texture copyin table[*]
#pragma hicuda kernel k tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i < 64; i++) {
#pragma hicuda shared alloc whole[i] copyin
        add(&whole[i], 1);
        out[i] = pick(cut, i) + look(table, i) + whole[i];
#pragma hicuda shared remove whole
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda texture remove table
#pragma hicuda global free cut whole out
    return 0;
}
