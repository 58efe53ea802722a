// An access that leaves the section is shown with an iteration.
float a[16], whole[16];
int map[16];
void f(float *p, int n, int m)
{
#pragma hicuda global alloc a[4:11] copyin
#pragma hicuda global alloc p[0:n-1] copyin
#pragma hicuda global alloc whole[*] copyin
#pragma hicuda global alloc map[*] copyin
#pragma hicuda kernel k tblock(1) thread(8)
    for (int i = 0; i < 8; i++)
        a[i + 5] = 0;       //~ E0512 leaves the section on the device
    for (int i = 0; i < n; i++)
        p[i] = p[i + 1];    //~ E0512 leaves the section on the device
    for (int i = 0; i <= 16; i++)
        whole[i] = 0;       //~ E0512 leaves the array
    for (int i = 0; i < m; i++)
        a[map[i]] = 0;      //~ W1104 cannot tell
    for (int i = 0; i < m; i++)
        whole[map[i]] = 0;
#pragma hicuda kernel_end
#pragma hicuda global free a p whole map
}
