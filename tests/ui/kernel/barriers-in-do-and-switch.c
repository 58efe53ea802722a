// `do` and `switch` cannot be taken apart at a barrier.
void f(int a[64], int kind)
{
    int pass = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel repeat tblock(1) thread(64)
    do { //~ E0591 cannot stand inside this statement
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 64; i++)
            a[i] += i;
#pragma hicuda barrier
    } while (pass != 0);
#pragma hicuda kernel_end
#pragma hicuda kernel choose tblock(1) thread(64)
    switch (kind) { //~ E0591 cannot stand inside this statement
    case 0:
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 64; i++)
            a[i] += i;
#pragma hicuda barrier
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
