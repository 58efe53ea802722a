// C that C++ does not have: updates of enums and truth values, enums that are unsigned, jumps past initialisations, strings that
// fill their array, parameters with lengths.
//@ run: cpu sim
//@ emit: cuda
#include <stdbool.h>
#include <stdio.h>

#define N 96

enum level { LOW, MIDDLE, HIGH = 4 };

struct pair {
    int a[2];
    float b;
};

static const char names[3][2] = {"ab", "cd", "ef"};

static int sum(int n, int a[n])
{
    int total = 0;
    for (int k = 0; k < n; k++)
        total += a[k];
    return total;
}

static int jumps(int v)
{
    if (v % 5 == 0)
        goto out;
    const int table[3] = {1, 2, v};
    const struct pair p = {{v, 2}, .b = 3};
    int first = table[2], second = p.a[0] + (int)p.b;
    v = first * second;
out:
    switch (v % 3) {
    case 0:;
        int q = v;
        return q;
    case 1:
        q = 5;
        return q;
    default:
        return 9;
    }
}

int x[N], o[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 + 11) % 97;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        enum level v = x[i] % 2, w[2] = {LOW, HIGH};
        int at = 0, s = v++;
        v |= x[i] & 4;
        v -= 1;
        w[at++] |= 2;
        s += --w[at] * 10 + w[0]++;
        for (enum level l = LOW; l <= HIGH; l++)
            s += l;
        bool b = x[i] & 1;
        s += b-- * 100;
        b--;
        s += b * 1000 + (v - 2 > 99) + (-v > 99) * 2 + (x[i] - v > 99) * 4;
        int t[2] = {x[i], 1};
        char c[3] = "xyz";
        o[i] = s + at + w[0] + w[1] + jumps(x[i]) + names[x[i] % 3][1] + c[2] + sum(2, t);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
    long all = 0;
    for (int i = 0; i < N; i++)
        all = all * 31 % 1000003 + o[i];
    printf("%ld\n", all);
    return 0;
}
