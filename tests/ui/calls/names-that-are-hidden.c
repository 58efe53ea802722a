// The launch passes what called functions read, and there the name belongs to another variable.
int n = 3, table[64], a[64];

static int shifted(int x) { return x + n; } //~ E0703 `n` cannot be named where the kernel is launched
static int looked_up(int i) { return table[i]; } //~ E0703 `table` cannot be named

void add(int n) {
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel adding tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) a[i] = shifted(a[i]) + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void look(void) {
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc table[*] copyin
    {
        int table = 5;
#pragma hicuda kernel looking tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < 64; i++) a[i] = looked_up(i) + looked_up(63 - i) + table;
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout a[*]
#pragma hicuda global free a table
}

// In a block beside the kernel it hides nothing.
void beside(void) {
    { int n = 7; (void)n; }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel other tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) a[i] = shifted(a[i]);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
