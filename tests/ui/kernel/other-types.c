// Types that are others on the device, or none.
struct nothing {
};
struct holder {
    int a;
    struct nothing n;
    int b;
};

double x[96], o[96];
struct holder h[96];
int last[96];

int main(void)
{
#pragma hicuda global alloc x[*] clear
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++)
        o[i] = x[i] * 0.1L; //~ E0707 cannot compute with `long double`
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
#pragma hicuda global alloc h[*]
#pragma hicuda kernel l tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++) {
        h[i].a = 1; //~ E0707 a struct without members
        h[i].b = 1;
    }
#pragma hicuda kernel_end
#pragma hicuda global alloc last[*]
#pragma hicuda kernel m tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++) {
        int n = i;
        last[i] = sizeof(int[n]); //~ E0704 the size depends on a value
    }
#pragma hicuda kernel_end
#pragma hicuda kernel p tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 96; i++)
        last[i] = sizeof(struct nothing); //~ E0707 a struct without members
#pragma hicuda kernel_end
#pragma hicuda global free last
#pragma hicuda global copyout h[*]
#pragma hicuda global free h
    return 0;
}
