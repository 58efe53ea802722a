// Functions that the system and the library call read and write arrays as others do.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static double a[64], b[64], c[64], d[64], e[64];
static double *p;

__attribute__((constructor)) static void begin(void) { p = a; }
__attribute__((destructor)) static void end(void) { printf("%g\n", b[6]); } //~ E0640 the host reads `b`
static int compare(const void *x, const void *y) { c[5] = 1; return *(const int *)x - *(const int *)y; }
static void stop(int code) { printf("%g %d\n", d[6], code); }
static void release(int *x) { printf("%g\n", e[6]); } //~ E0640 the host reads `e`

int main(void) {
    int guard __attribute__((cleanup(release))) = 0, v[2] = {2, 1};
    signal(SIGUSR1, stop);
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*] copyin
#pragma hicuda global alloc d[*]
#pragma hicuda global alloc e[*]
    p[5] = 77;
    qsort(v, 2, sizeof v[0], compare);
#pragma hicuda kernel k tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) b[i] = d[i] = e[i] = a[i] + c[i]; //~ E0641 the kernel reads an old `a`
#pragma hicuda kernel_end
    //~^^ W1046 the kernel may read an old `c`
    raise(SIGUSR1); //~ W1045 the host may read an old `d`
#pragma hicuda global free a b c d e
    return guard;
}
