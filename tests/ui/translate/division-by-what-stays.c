//@ emit: cuda
//@ run: cpu
// What a loop divides by and does not change has its inverse computed before the loop.
// Quotients and remainders are exact, also of numbers that are large or below zero.
#include <stdio.h>

#define N 96

struct box { short rows, columns; unsigned depth; };

int digits[N], signs[N], once[N], changing[N], below[N];
unsigned unsigneds[N];

int main(void)
{
    int width = 7, first = -3 * N;
    struct box box = { 5, 3, 11 };
#pragma hicuda global alloc digits[*]
#pragma hicuda global alloc signs[*]
#pragma hicuda global alloc unsigneds[*]
#pragma hicuda global alloc once[*]
#pragma hicuda global alloc changing[*]
#pragma hicuda global alloc below[*]
#pragma hicuda kernel divide tblock(2) thread(48)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        struct box own = box;
        int sum = 0, by = 1;
        unsigned mixed = 0;
        // Both of each pair, in one declaration and in two statements.
        for (int m = i; m < 40 + i; m += 3) {
            int column = m % own.columns, rest = m / own.columns;
            int row = rest % own.rows;
            int layer = rest / own.rows;
            sum += column + 10 * row + 100 * layer;
        }
        digits[i] = sum;
        // Large and negative numbers.
        for (int m = first + i; m < 3 * N; m += 17) {
            int large = m * 70000;
            mixed = mixed * 3 + m / width + m % -width + large / width - large % width;
        }
        signs[i] = mixed;
        unsigned total = 0;
        for (unsigned m = 4000000000u + i; m > 300000000u; m -= 300000000u)
            total = total * 5 + m / own.depth + m % own.depth;
        unsigneds[i] = total;
        // No loop around it.
        once[i] = i / width;
        // Changed by the loop.
        for (int m = 100 + i; m > by; m -= 5) {
            sum += m / by;
            by += m % 3;
        }
        changing[i] = sum;
        // All below the end of the loop, which may be small, or not.
        int end = i % 2 ? 900000 : 9000000, rows = i % 5 ? own.rows : -own.rows, columns = i % 7 ? 9 : -9;
        for (int m = 0; m < end; m += 40999) {
            int row = m % rows, rest = m / rows;
            int column = rest % columns, layer = rest / columns;
            sum = (sum + row + column * 5 + layer) % 100003;
        }
        below[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout digits[*]
#pragma hicuda global copyout signs[*]
#pragma hicuda global copyout unsigneds[*]
#pragma hicuda global copyout once[*]
#pragma hicuda global copyout changing[*]
#pragma hicuda global copyout below[*]
#pragma hicuda global free digits signs unsigneds once changing below
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31 + digits[i] + signs[i] * 3u + unsigneds[i] * 5 + once[i] * 7 + changing[i] * 11 + below[i] * 13u;
    for (int i = 0; i < N; i += 13)
        printf("%d %d %u %d %d %d\n", digits[i], signs[i], unsigneds[i], once[i], changing[i], below[i]);
    printf("%u\n", check);
    return 0;
}
