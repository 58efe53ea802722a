// What an iteration cannot have for itself.
int a[64], b[64];
static int table[4];
int f(int n)
{
    int i, x = 0, sum = 0;
    int t[4], u[4], v[4], w[4], late[4], used[4];
    int vla[n];
    long large[100000];
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] clear
#pragma hicuda global alloc u[*] clear
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread private(t, x)
    for (i = 0; i < 64; i++) {
        if (a[i] > 3)
            t[0] = a[i];
        b[i] = t[0]; //~ E0543 may read `t`
        if (a[i] > 5)
            x = a[i]; //~ E0505 through `x`
        b[i] += x;
    }
#pragma hicuda loop_partition over_tblock over_thread private(u) //~ E0542 device copy
    for (i = 0; i < 64; i++)
        u[0] = a[i];
#pragma hicuda loop_partition over_tblock over_thread private(sum) reduction(+: sum) //~ E0542 reduced
    for (i = 0; i < 64; i++)
        sum += a[i];
#pragma hicuda loop_partition over_tblock over_thread private(vla) //~ E0542 no constant length
    for (i = 0; i < 64; i++)
        b[i] += a[i];
#pragma hicuda loop_partition over_tblock over_thread private(table) //~ E0542 as long as the program
    for (i = 0; i < 64; i++) {
        table[0] = a[i]; //~ E0506 `table`
        b[i] += table[0];
    }
#pragma hicuda loop_partition over_tblock over_thread private(large) //~ E0542 too large
    for (i = 0; i < 64; i++) {
        large[0] = a[i];
        b[i] += large[0];
    }
#pragma hicuda loop_partition over_tblock over_thread private(v)
    for (i = 0; i < 64; i++) {
        v[0] = a[i];
        b[i] += v[0];
    }
    v[1] = 3; //~ E0542 used outside
#pragma hicuda loop_partition over_tblock private(w)
    for (i = 0; i < 64; i++) {
#pragma hicuda singular
        w[0] = a[i]; //~ E0542 only thread 0
        b[i] += w[0];
#pragma hicuda singular_end
    }
#pragma hicuda loop_partition over_tblock over_thread private(late)
    for (i = 0; i < 64; i++) {
        late[0] = a[i];
        b[i] += late[0];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b u
    return late[0] + sum; //~ E0524 no single value
}
