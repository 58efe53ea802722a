// A call reads before the assignment that it stands in writes: another thread may have written by then.
static int get(const int *from) { return *from; }
void f(int *a)
{
#pragma hicuda global alloc a[0:7] copyin
#pragma hicuda kernel k tblock(1) thread(8)
    a[0] = get(&a[0]) + 1; //~ E0631 all threads run this, and one reads what another writes to `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:7]
#pragma hicuda global free a
}

struct cell { int x, y; };
void g(struct cell *s)
{
#pragma hicuda global alloc s[0:7] copyin
#pragma hicuda kernel k2 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 7; i++)
        s[i].x = get(&s[i + 1].x); //~ E0630 threads collide in `s`: one reads what another writes
#pragma hicuda kernel_end
#pragma hicuda global copyout s[0:7]
#pragma hicuda global free s
}

// What lies beside a member belongs to another element.
void h(struct cell *s)
{
#pragma hicuda global alloc s[0:7] copyin
#pragma hicuda kernel k3 tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 7; i++) {
        int *beside = &s[i].x;
        // Whether it is inside is not known either.
        //~v W1104 cannot tell whether this access to `s` stays inside
        beside[2] = s[i].x; //~ W1040 cannot tell whether different threads touch the same element of `s`
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[0:7]
#pragma hicuda global free s
}
