// A pointer that may also lead to an array is no pointer to literals, and literals cannot be written.
char a[16], b[16];
void f(int c)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin //~ W1102 no kernel uses the device copy of `b`
#pragma hicuda kernel k tblock(1) thread(16)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 16; i++) {
        const char *from = "0123456789abcdef";
        if (c)
            from = b;
        a[i] = from[i]; //~ E0525 cannot tell which array this is
    }
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(1) thread(16)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 16; i++)
        "0123456789abcdef"[i] = a[i]; //~ E0525 cannot tell which array this is
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
