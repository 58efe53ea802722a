// Arrays that carry something from one iteration to the next, or out of the loop.
int a[64], b[64];
static int next(int *t) { return t[0] + 1; } //~ E0506 `self`
static void some(int x, int *t)
{
    for (int q = 0; q < 4; q++) {
        {
            if (x == q)
                return;
        }
        t[q] = x; //~ E0506 `called`
    }
}
int f(void)
{
    int i, k;
    int carried[4] = {0}, sometimes[4] = {0}, skipped[4] = {0}, self[4] = {0}, short_of[4] = {0};
    int called[4] = {0}, other[4] = {0}, wanted[4] = {0};
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] clear
#pragma hicuda kernel scratches tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) {
        b[i] = carried[0]; //~ E0506 `carried`
        carried[0] = a[i];
        if (a[i] > 3)
            sometimes[0] = a[i]; //~ E0506 `sometimes`
        b[i] += sometimes[0];
        for (k = 0; k < 4; k++) {
            {
                if (a[i] == k)
                    continue;
            }
            skipped[k] = a[i]; //~ E0506 `skipped`
        }
        b[i] += skipped[1];
        self[0] = next(self);
        b[i] += self[0];
        for (k = 0; k < 3; k++)
            short_of[k] = a[i]; //~ E0506 `short_of`
        b[i] += short_of[a[i] & 3];
        some(a[i], called);
        b[i] += called[3];
        for (k = 0; k < 4; k++)
            wanted[k] = a[i]; //~ E0506 `wanted`
        b[i] += wanted[2];
    }
#pragma hicuda loop_partition over_tblock
    for (i = 0; i < 64; i++) {
#pragma hicuda loop_partition over_thread
        for (k = 0; k < 4; k++)
            other[k] = a[i]; //~ E0506 `other`
#pragma hicuda loop_partition over_thread
        for (k = 0; k < 4; k++)
            b[i] += other[3 - k];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    return wanted[1];
}
