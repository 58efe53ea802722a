//@ emit: cuda cpu
//@ run: cpu
// while, do, break, continue, goto and return, in a kernel and in what it calls.
#include <stdio.h>

#define N 60

unsigned steps[N];
int digits[N], first[N], text[N];

static unsigned collatz(unsigned n)
{
    unsigned count = 0;
    do {
        if (n == 1)
            return count;
        n = n % 2 ? 3 * n + 1 : n / 2;
    } while (++count < 1000);
    return count;
}

#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// control-flow.c:30: kernel walk
static void walk(unsigned int *restrict steps, int *restrict digits, const int *restrict text, int *restrict first)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        steps[i] = collatz(i + 1);
        int rest = i * i, sum = 0;
        while (rest > 0) {
            sum += rest % 10;
            rest /= 10;
        }
        digits[i] = sum;
        int at = -1;
        for (int k = 0; k < N; k++) {
            if (text[k] % 2)
                continue;
            if (text[k] == i % 13) {
                at = k;
                break;
            }
        }
        if (at < 0)
            goto missing;
        first[i] = at;
        continue;
    missing:
        first[i] = -1;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        text[i] = i * 29 % 13;
    unsigned int *d_steps = hicuda_alloc(sizeof steps, "control-flow.c:26: global alloc steps[*] //~ R2049 `steps`");
    memcpy(d_steps, steps, sizeof steps);
    int *d_digits = hicuda_alloc(sizeof digits, "control-flow.c:27: global alloc digits[*] //~ R2049 `digits`");
    memcpy(d_digits, digits, sizeof digits);
    int *d_first = hicuda_alloc(sizeof first, "control-flow.c:28: global alloc first[*] //~ R2049 `first`");
    memcpy(d_first, first, sizeof first);
    int *d_text = hicuda_alloc(sizeof text, "control-flow.c:29: global alloc text[*] copyin");
    memcpy(d_text, text, sizeof text);
    walk(d_steps, d_digits, d_text, d_first);
    memcpy(steps, d_steps, sizeof steps);
    memcpy(digits, d_digits, sizeof digits);
    memcpy(first, d_first, sizeof first);
    free(d_steps);
    free(d_digits);
    free(d_first);
    free(d_text);
    unsigned long total = 0;
    for (int i = 0; i < N; i++)
        total = total * 7 + steps[i] + digits[i] * 3 + first[i];
    printf("%lu\n", total);
    return 0;
}
