// A function computes with a pointer as the host's array is laid out.
float part[64], whole[64], out[64];
int table[16];

static float pick(const float *p, int i)
{
    return p[i]; //~ E0702 a called function uses `part`, but the device copy holds a part of the array only
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
#pragma hicuda global alloc part[8:63] copyin
#pragma hicuda global alloc whole[*] copyin
#pragma hicuda global alloc out[*] clear
#pragma hicuda texture copyin table[*]
#pragma hicuda kernel k tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i < 64; i++) {
#pragma hicuda shared alloc whole[i] copyin
        add(&whole[i], 1);
        out[i] = pick(part, i) + look(table, i) + whole[i];
#pragma hicuda shared remove whole
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda texture remove table
#pragma hicuda global free part whole out
    return 0;
}
