// A pointer that is given another value is no second name.
void f(int n)
{
    int a[20], b[20];
    int *p = a;
    int *q = a + 1;
    if (n > 3)
        p = b;
#pragma hicuda global alloc a[*] clear //~ W1102 no kernel uses
#pragma hicuda global alloc b[*] clear //~ W1102 no kernel uses
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 19; i++) {
        p[i] = 1; //~ E0506 `p` is not on the device
        q[i] = 1; //~ E0506 `q` is not on the device
    }
#pragma hicuda kernel_end
#pragma hicuda global free a b
}

// Nor is a pointer to an array whose name is another variable's in the function.
void g(int n)
{
    int a[20];
    int *p = a;
#pragma hicuda global alloc a[*] clear //~ W1102 no kernel uses
    {
        int a = n;
#pragma hicuda kernel hidden tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 19; i++)
            p[i] = a; //~ E0506 `p` is not on the device
#pragma hicuda kernel_end
    }
#pragma hicuda kernel inside tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 19; i++) {
        int a = i;
        p[i] = a; //~ E0506 `p` is not on the device
    }
#pragma hicuda kernel_end
#pragma hicuda global free a
}
