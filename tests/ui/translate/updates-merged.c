//@ emit: cuda
//@ run: cpu h200
// A walk that stays where it is for a while adds up what it leaves there, before it is added
// atomically. Elements that are looked up anew each time are updated at once.
#include <stdio.h>

#define WALKERS 40
#define CELLS 16

struct walker { int x, steps; unsigned state; };

unsigned long long visited[CELLS];
int counts[CELLS], keys[WALKERS * 8], seen[CELLS];

static void step(struct walker *w)
{
    w->state = w->state * 1664525u + 1013904223u;
    unsigned r = w->state >> 28;
    if (r < 3)
        w->x = (w->x + 1) % CELLS;
    w->steps--;
}

int main(void)
{
    for (int k = 0; k < WALKERS * 8; k++)
        keys[k] = k * 7 % CELLS;
#pragma hicuda global alloc visited[*] clear
#pragma hicuda global alloc counts[*] clear
#pragma hicuda global alloc seen[*] clear
#pragma hicuda global alloc keys[*] copyin
#pragma hicuda kernel walk tblock(2) thread(20)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < WALKERS; i++) {
        struct walker w = { i % 5, 50 + i, (unsigned)i };
        while (w.steps > 0) {
            step(&w);
            if (w.x != 3) {
#pragma hicuda atomic
                visited[w.x] += w.steps;
            }
        }
        int at = i;
        for (int k = 0; k < 8; k++) {
#pragma hicuda atomic
            counts[keys[i * 8 + k]]++;
            at = (at * 5 + 1) % CELLS;
            if (at % 4 == 0)
                continue;
#pragma hicuda atomic
            seen[at]++;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout visited[*]
#pragma hicuda global copyout counts[*]
#pragma hicuda global copyout seen[*]
#pragma hicuda global free visited counts seen keys
    for (int c = 0; c < CELLS; c++)
        printf("%llu %d %d\n", visited[c], counts[c], seen[c]);
    return 0;
}
