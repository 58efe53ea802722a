// Without a prototype nothing converts arguments to other types than promotions give: C says nothing about such a call.
float half();
int both();
float a[64];

void fill(void) {
#pragma hicuda global alloc a[*]
#pragma hicuda kernel halves tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        a[i] = half(i); //~ E0309 argument 1 of `half` is of another type
        a[i] += both(i); //~ E0308 expected 2 arguments of `both`, found 1
        a[i] += both(i, 2L); //~ E0309 argument 2 of `both`
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

float half(x) float x; { return x / 2; }
int both(c, s) signed char c; unsigned short s; { return c * 3 + s; }
