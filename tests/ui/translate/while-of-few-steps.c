//@ emit: cuda
//@ run: cpu
// A search in a table of fixed size takes a known number of steps, and is unrolled. One
// that starts from the length of something else stays as it is.
#include <stdio.h>

#define N 300
#define BINS 20

int edges[BINS + 1], bin[N], place[N], digits[N], found[N], unknown[N];

int main(void)
{
    int length = 17;
    for (int k = 0; k <= BINS; k++)
        edges[k] = k * k * 3;
#pragma hicuda global alloc edges[*] copyin
#pragma hicuda global alloc bin[*]
#pragma hicuda global alloc place[*]
#pragma hicuda global alloc digits[*]
#pragma hicuda global alloc found[*]
#pragma hicuda global alloc unknown[*]
#pragma hicuda kernel search tblock(3) thread(100)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int value = i * 4;
        // Between two edges: four or five steps.
        int low = 0, high = BINS;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (value < edges[middle])
                high = middle;
            else
                low = middle;
        }
        bin[i] = low;
        // The first that is not smaller.
        int first = 0, count = BINS + 1;
        while (count > 0) {
            int half = count / 2;
            if (edges[first + half] < value) {
                first += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        place[i] = first;
        // Always eight steps.
        unsigned bit = 1, ones = 0;
        while (bit < 256) {
            ones += (i & bit) != 0;
            bit *= 2;
        }
        digits[i] = ones;
        // Leaves early, and goes on early.
        int at = 9, seen = 0;
        while (at >= 0) {
            at--;
            if (at % 2)
                continue;
            if (i % 10 == at)
                break;
            seen++;
        }
        found[i] = seen * 100 + at;
        // As long as it takes.
        int from = 0, to = length;
        while (to - from > 1) {
            int middle = (from + to) / 2;
            if (value < edges[middle])
                to = middle;
            else
                from = middle;
        }
        unknown[i] = from;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout bin[*]
#pragma hicuda global copyout place[*]
#pragma hicuda global copyout digits[*]
#pragma hicuda global copyout found[*]
#pragma hicuda global copyout unknown[*]
#pragma hicuda global free edges bin place digits found unknown
    for (int i = 0; i < N; i += 23)
        printf("%d %d %d %d %d\n", bin[i], place[i], digits[i], found[i], unknown[i]);
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31 + bin[i] + place[i] * 3 + digits[i] * 5 + found[i] * 7 + unknown[i] * 11;
    printf("%u\n", check);
    return 0;
}
