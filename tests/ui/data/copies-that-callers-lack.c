// Calls that lack the device copy that a function uses, each shown with the
// calls that lead there.
void use(float *a, int n) {
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) a[i] += 1; //~ E0720 `a` is not on the device in every call of `use`
#pragma hicuda kernel_end
}
void by_way(float *b, int n) { use(b, n); }
void without(float *c, int n) {
#pragma hicuda kernel k2 tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) c[i] += 1; //~ E0721 no caller of `without` has `c` on the device
#pragma hicuda kernel_end
}
void out(float *d, int n) {
#pragma hicuda global copyout d[0:n-1] //~ E0721 no caller of `out` has `d` on the device
}
int main(void) {
    float x[64] = { 0 }, y[64] = { 0 };
#pragma hicuda global alloc x[*] copyin
    by_way(x, 64);
    by_way(y, 64);
    without(y + 1, 32);
#pragma hicuda global copyout x[*]
#pragma hicuda global free x
    out(x, 64);
    return 0;
}
