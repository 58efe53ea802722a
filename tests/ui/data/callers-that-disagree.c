// Callers that bring different copies to a function that cannot have a version for
// each: it counts its calls, its calls are written by a macro, or a bound has changed.
float table[64];
static float look(const float *t) {
    static int calls;
    float r[32];
#pragma hicuda global alloc r[*]
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++) r[i] = t[i]; //~ E0722 callers bring different device copies of `t`
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*]
#pragma hicuda global free r
    return r[3] + ++calls;
}
static void shift(float (*s)[16]) {
#pragma hicuda kernel k2 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++) s[i % 4][8 + i % 8] += 1; //~ E0722 callers bring different device copies of `s`
#pragma hicuda kernel_end
}
#define SHIFT(x) shift(x)
static void part(float (*p)[16]) {
#pragma hicuda kernel k3 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 8; i < 16; i++) p[0][i] += 1; //~ E0723 `part` cannot tell which part of `p` is on the device
#pragma hicuda kernel_end
}
static void sometimes(float *q, int n) {
    if (n == 0) return;
#pragma hicuda global free q //~ E0725 the caller's copy of `q` is released in some calls only
}
int main(int argc, char **argv) {
    float a[64] = { 0 }, b[4][16] = { 0 }, c[4][16] = { 0 };
#pragma hicuda constant copyin table[*]
#pragma hicuda global alloc b[*][8:15] copyin
    look(table);
    SHIFT(b);
#pragma hicuda constant remove table
#pragma hicuda global free b
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][argc:15] copyin
    look(a);
    SHIFT(b);
    argc++;
    part(c);
    sometimes(a, argc);
#pragma hicuda global free b c
    return 0;
}
