// Cases are written one by one in kernels: ten thousand are too many.
void f(int x[100], int o[100])
{
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 100; i++) {
        switch (x[i]) {
        case 0 ... 9999: o[i] = 1; break; //~ E0706 a range of more than 256 cases in a kernel
        default: o[i] = 2;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free x o
}
