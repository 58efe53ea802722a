//@ run: cpu
// The address of a member, or of an element of an array that is one, leads to that member of its own element.
#include <stdio.h>
struct cell {
    int a, b;
    int v[8];
};
struct cell s[32];
static int get(const int *from) { return *from; }
static void put(int *to, int value) { *to = value; }
static void put_at(int *to, int at, int value) { to[at] = value; }
int main(void)
{
    for (int i = 0; i < 32; i++)
        s[i].a = i;
#pragma hicuda global alloc s[*] copyin
#pragma hicuda kernel members tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 32; i++) {
        int *own = &s[i].v[1];
        put(&s[i].b, get(&s[i].a) + 1);
        put(&s[i].v[2], 5 * i);
        put_at(s[i].v, 3, 7);
        *own = s[i].v[2] + get(&s[i].v[3]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global free s
    printf("%d %d %d\n", s[5].b, s[5].v[1], s[31].v[2]);
    return 0;
}
