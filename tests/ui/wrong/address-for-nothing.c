// A kernel gets the arrays whose elements it uses: of others it has no address, and the host's is no address of a copy.
int a[64], c[8][8], r[64];

void f(int *p) {
#pragma hicuda global alloc r[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        int *own = &r[i];
        *own = &a[i] - &a[0]; //~ E0506 `a` is not on the device
        *own += &c[i / 8][0] == c[0]; //~ E0506 `c` is not on the device
        *own += p == r; //~ E0506 `p` is not on the device
        *own += p != 0 && own > r && sizeof a > 4;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*]
#pragma hicuda global free r
}
