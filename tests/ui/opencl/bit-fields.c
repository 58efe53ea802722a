//@ emit: cuda opencl
//@ run: cpu sim
// Bit-fields, which OpenCL C has not: words that hold them, where the host has them.
#include <stdio.h>

struct cell {
    char kind;
    unsigned char low : 3, high : 5;
    short tail;
};
struct packet {
    float value;
    unsigned id : 12;
    int delta : 9;
    _Bool is_last : 1;
    unsigned : 2;
    unsigned rest : 8;
    unsigned all : 32;
    double after;
};
enum mode { OFF, ON, AUTO };
struct state {
    struct packet first;
    enum mode mode : 2;
    struct cell cells[2];
};

static int sum_of(struct packet p) { return p.id - p.delta * 3 + p.is_last; }
static void shift(struct cell *c) { c->high >>= 1; }

struct state s[64];
int out[64];

int main(void)
{
    for (int i = 0; i < 64; i++) {
        s[i].first.id = i * 77;
        s[i].first.delta = i - 32;
        s[i].first.rest = 255 - i;
        s[i].first.all = 0x80000000u + i;
        s[i].mode = i % 3;
        s[i].cells[i & 1] = (struct cell){ 'a', i, i * 3, -i };
    }
#pragma hicuda global alloc s[*] copyin
#pragma hicuda global alloc out[*]
#pragma hicuda kernel change tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        struct packet fresh = { 1.5f, i + 1, -i, i & 4, 7, 9, 2.5 };
        struct state *own = &s[i];
        own->first.id++;
        own->first.delta -= 2;
        own->first.is_last = own->first.id & 6;
        own->first.is_last--;
        own->first.rest *= 3;
        own->first.all += 1;
        if (own->mode == AUTO)
            own->mode = ON;
        struct cell second = own->cells[1];
        shift(&second);
        own->cells[1] = second;
        own->cells[0].low = fresh.delta;
        out[i] = (own->cells[0].low - 6 < 0) + sum_of(own->first) * 2 + sum_of(fresh);
        out[i] += (own->first.all > 5) * 1000 + (-own->first.rest < 0) * 2000;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global copyout out[*]
#pragma hicuda global free s out
    for (int i = 0; i < 64; i += 5)
        printf("%d %d %d %d %d %u %d %d %d %d %d\n", out[i], s[i].first.id, s[i].first.delta, s[i].first.is_last,
            s[i].first.rest, s[i].first.all, s[i].mode, s[i].cells[0].low, s[i].cells[1].high, s[i].cells[1].kind,
            s[i].cells[1].tail);
    return 0;
}
