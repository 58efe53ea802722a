// Device memory is managed by the host.
void f(float a[8], float b[8], float c[8])
{
#pragma hicuda kernel k tblock(1) thread(8)
#pragma hicuda global alloc a[0:7] copyin //~ E0456 `global alloc` inside a kernel
#pragma hicuda constant copyin b[0:7] //~ E0456 `constant copyin` inside a kernel
#pragma hicuda texture copyin c[0:7] //~ E0456 `texture copyin` inside a kernel
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 8; i++)
        a[i] += b[i] + c[i];
#pragma hicuda global copyout a[0:7] //~ E0456 `global copyout` inside a kernel
#pragma hicuda global free a //~ E0456 `global free` inside a kernel
#pragma hicuda constant remove b //~ E0456 `constant remove` inside a kernel
#pragma hicuda texture remove c //~ E0456 `texture remove` inside a kernel
#pragma hicuda kernel_end
}
