// Each fits; both together do not, until one is removed before the other begins.
void beside(float a[8][4096], float b[8][4096], float c[8])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel k tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++) {
#pragma hicuda shared alloc a[i][*] copyin
#pragma hicuda shared alloc b[i][*] copyin //~ E0603 the shared arrays need 262144 bytes
        c[i] = a[i][i] + b[i][i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
}

void in_turn(float a[8][4096], float b[8][4096], float c[8])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel m tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++) {
#pragma hicuda shared alloc a[i][*] copyin
        float first = a[i][i];
#pragma hicuda shared remove a
#pragma hicuda shared alloc b[i][*] copyin
        c[i] = first + b[i][i];
#pragma hicuda shared remove b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
}
