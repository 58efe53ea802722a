// Constant memory is laid out when compiling, and is 64 KiB.
float big[20000];
void f(float *p, int n)
{
#pragma hicuda constant copyin p[0:n-1] //~ E0522 not known when compiling
#pragma hicuda constant copyin big[*] //~ E0602 needs 80000 bytes
#pragma hicuda kernel k tblock(1) thread(8)
    float x = big[0];
    for (int i = 0; i < n; i++)
        x += p[i];
#pragma hicuda kernel_end
#pragma hicuda constant remove p big
}
