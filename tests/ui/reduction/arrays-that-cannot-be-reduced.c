// What a clause may name, and where its updates may stand.
float weight[512], value[4096];
unsigned char small[16];
int hist[16], key[4096];

void f(void)
{
#pragma hicuda global alloc key[*] copyin
#pragma hicuda global alloc value[*] copyin
#pragma hicuda global alloc weight[*] copyin
#pragma hicuda global alloc small[*] copyin
#pragma hicuda global alloc hist[*] copyin
#pragma hicuda kernel too_large tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: weight[*]) //~ E0669 no room
    for (int i = 0; i < 4096; i++)
        weight[key[i] % 512] += value[i];
#pragma hicuda kernel_end
#pragma hicuda kernel bytes tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: small[*]) //~ E0662 no atomic operations
    for (int i = 0; i < 4096; i++)
        small[key[i] % 16]++;
#pragma hicuda kernel_end
#pragma hicuda kernel part tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: hist[0:7]) //~ E0662 as a whole
    for (int i = 0; i < 4096; i++)
        hist[key[i] % 8]++;
#pragma hicuda kernel_end
#pragma hicuda kernel own tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < 4; b++) {
        int mine[4];
#pragma hicuda shared alloc mine[*]
#pragma hicuda loop_partition over_thread reduction(+: mine[*]) //~ E0662 an array of the kernel
        for (int i = 0; i < 256; i++)
            mine[key[b * 256 + i] % 4]++;
#pragma hicuda shared remove mine
    }
#pragma hicuda kernel_end
#pragma hicuda kernel twice tblock(4) thread(2, 128)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: hist[*])
    for (int i = 0; i < 4096; i++)
        hist[key[i] % 16]++; //~ E0670 several threads of a block
#pragma hicuda kernel_end
#pragma hicuda kernel another_use tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: hist[*])
    for (int i = 0; i < 4096; i++)
        hist[hist[key[i] % 16]]++; //~ E0660 not an update
#pragma hicuda kernel_end
#pragma hicuda kernel in_kernel tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: hist[*])
    for (int i = 0; i < 4096; i++)
        hist[key[i] % 16]++;
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 4096; i++)
        key[i] = hist[0]; //~ E0661 not known
#pragma hicuda kernel_end
#pragma hicuda global copyout hist[*]
#pragma hicuda global copyout key[*]
#pragma hicuda global copyout weight[*]
#pragma hicuda global copyout small[*]
#pragma hicuda global free key value weight small hist
}
