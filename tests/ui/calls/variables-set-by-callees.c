//@ emit: cuda
//@ run: cpu
// Variables of the host that each iteration has set by a call before it reads them are its own, and what is only
// read behind a pointer is the same for all.
#include <stdio.h>
struct place { int row, column; };
int a[64];
static void split(int n, int *row, int *column) { *row = n / 8; *column = n % 8; }
static void place_of(struct place *p, int n) { split(n, &p->row, &p->column); }
static void clear(int *sum) { sum[0] = 0; }
static void add(int *sum, int value) { *sum += value; }
static int crossed(int n) {
    int row, column;
    split(n, &row, &column);
    add(&row, n);
    return row * column;
}
static int distance(const struct place *from, struct place *to) { return to->row - from->row + to->column; }
static void row(int *scratch, int n) {
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++) {
        *scratch = i * 2;
        a[i] += *scratch;
    }
}
int main(void) {
    struct place here = { 2, 3 };
    int row_of, column, sum, total = 0;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel own tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        struct place p;
        split(i, &row_of, &column);
        place_of(&p, i);
        clear(&sum);
        add(&sum, row_of);
        add(&sum, column);
        a[i] = sum * 10 + distance(&here, &p) + crossed(i);
    }
#pragma hicuda kernel_end
#pragma hicuda kernel rows tblock(1) thread(16)
    int scratch;
    row(&scratch, 64);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < 64; i++)
        total = total * 3 + a[i];
    printf("%d\n", total);
    return 0;
}
