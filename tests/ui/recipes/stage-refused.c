// What `stage` cannot take apart.
void f(int n, float a[64][64], float b[64][64], float x[64], int at[64])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc at[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
#pragma hicuda stage(16: a)
        for (int k = 0; k < 64; k += 2) //~ E0683 does not count up by one
            sum += a[i][k];
#pragma hicuda stage(4096: a) //~ E0683 a constant from 1 to 1024
        for (int k = 0; k < 64; k++)
            sum += a[i][k];
#pragma hicuda stage(16: x)
        for (int k = 0; k < 64; k++)
            sum += a[i][k] * x[at[k]]; //~ E0683 neither fixed in the loop
#pragma hicuda stage(16: b) //~ E0683 does not read this array
        for (int k = 0; k < 64; k++)
            sum += a[i][k];
#pragma hicuda stage(16: a)
        for (int k = 0; k < 64; k++)
            a[i][k] += 1; //~ E0683 it changes the array
#pragma hicuda stage(16: x) //~ E0683 does not depend on the loop
        for (int k = 0; k < 64; k++)
            sum += x[i];
        x[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global copyout x[*]
#pragma hicuda global free a b x at
#pragma hicuda stage(16: a)
    for (int k = 0; k < 64; k++) //~ E0683 it stands in no kernel
        x[0] += a[0][k];
}
