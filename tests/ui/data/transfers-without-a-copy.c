// copyin, copyout, free and remove need a copy of their own kind.
float a[64], c[64];
void f(void)
{
#pragma hicuda global copyin a[*] //~ E0509 could be copied into
#pragma hicuda constant copyin c[*]
#pragma hicuda kernel k tblock(1) thread(8)
    float x = c[0];
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*] //~ E0509 could be copied out
#pragma hicuda constant remove c
#pragma hicuda constant remove c //~ E0509 could be released
}
