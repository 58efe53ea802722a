// One function, callers with copies of different kinds and sections.
float table[64];
static float look(const float *t) {
    float r[32];
#pragma hicuda global alloc r[*]
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++) r[i] = t[i]; //~ E0722 callers bring different device copies of `t`
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*]
#pragma hicuda global free r
    return r[3];
}
static void shift(float *s) {
#pragma hicuda kernel k2 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 20; i < 28; i++) s[i] += 1; //~ E0722 callers bring different device copies of `s`
#pragma hicuda kernel_end
}
static void part(float *p) {
#pragma hicuda kernel k3 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 20; i < 28; i++) p[i] += 1; //~ E0723 `part` cannot tell which part of `p` is on the device
#pragma hicuda kernel_end
}
static void sometimes(float *q, int n) {
    if (n == 0) return;
#pragma hicuda global free q //~ E0725 the caller's copy of `q` is released in some calls only
}
static void far(const float *w, float *r) {
#pragma hicuda kernel k4 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++) r[i] = w[i]; //~ E0724 the texture copy of `w` cannot be used here
#pragma hicuda kernel_end
}
int main(int argc, char **argv) {
    float a[64] = { 0 }, b[64] = { 0 }, r[8];
#pragma hicuda constant copyin table[*]
#pragma hicuda global alloc a[10:63] copyin
    look(table);
    shift(a);
#pragma hicuda constant remove table
#pragma hicuda global free a
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[argc:63] copyin
    look(a);
    shift(a);
    part(b);
    sometimes(a, argc);
#pragma hicuda global free b
#pragma hicuda texture copyin b[*]
#pragma hicuda global alloc r[*]
    far(b, r);
#pragma hicuda texture remove b
#pragma hicuda global free r
    return 0;
}
