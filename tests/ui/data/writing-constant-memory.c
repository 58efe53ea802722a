// Constant and texture memory is read-only for kernels.
float c[64], t[64];
void f(void)
{
#pragma hicuda constant copyin c[*]
#pragma hicuda texture copyin t[*]
#pragma hicuda kernel k tblock(1) thread(8)
    c[0] += t[0]; //~ E0508 `c` is in constant memory
    t[1] = c[1];  //~ E0508 `t` is in texture memory
#pragma hicuda kernel_end
#pragma hicuda constant remove c
#pragma hicuda texture remove t
}
