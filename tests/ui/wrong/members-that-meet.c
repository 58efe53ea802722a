// Whole structs meet their members, members of unions each other, bit-fields of one word too.
struct inner { int u, v[3]; };
struct cell { int a; struct inner q; };
struct flags { int x : 3, y : 5; unsigned : 0; int z : 4; };
union word { int i; struct { short low, high; } half; };
struct cell s[65], t[65], r[65];
struct flags f[65];
union word w[65];

void meet(void) {
#pragma hicuda global alloc s[*] copyin
#pragma hicuda global alloc t[*] copyin
#pragma hicuda global alloc r[*] copyin
#pragma hicuda global alloc f[*] copyin
#pragma hicuda global alloc w[*] copyin
#pragma hicuda kernel meeting tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        s[i].q = s[i + 1].q; //~ E0630 threads collide in `s`
        t[i].q.v[1] = t[i + 1].q.v[1]; //~ E0630 threads collide in `t`
        int *p = r[i].q.v; //~ E0630 threads collide in `r`
        p[2] = r[i + 1].q.v[2];
        f[i].z = f[i + 1].x;
        f[i].x = 1;
        f[i + 1].y = 2; //~^ E0630 threads collide in `f`
        w[i].half.high = w[i + 1].i; //~ E0630 threads collide in `w`
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global copyout t[*]
#pragma hicuda global copyout r[*]
#pragma hicuda global copyout f[*]
#pragma hicuda global copyout w[*]
#pragma hicuda global free s t r f w
}
