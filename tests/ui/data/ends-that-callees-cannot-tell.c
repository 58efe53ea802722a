// How much the caller holds depends on what the callee has no name for.
static void use(float *a, int n) {
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) a[i] += 1; //~ W1085 cannot tell how much of `a` the callers have
#pragma hicuda kernel_end
}
int main(int argc, char **argv) {
    float x[64] = { 0 };
#pragma hicuda global alloc x[0:argc+30] copyin
    use(x, 16);
#pragma hicuda global copyout x[0:argc+30]
#pragma hicuda global free x
    return 0;
}
