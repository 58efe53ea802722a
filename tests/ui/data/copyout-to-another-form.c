// What is copied out goes to a section of the same type and extents.
float a[64], shorter[32], square[8][8];
double wider[64];
int whole[64];

void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*] to shorter[*]       //~ E0741 cannot hold what is copied out
#pragma hicuda global copyout a[0:31] to shorter[*]
#pragma hicuda global copyout a[0:31] to shorter[1:32] //~ E0511 not inside the array
#pragma hicuda global copyout a[*] to square[*][*]     //~ E0741 cannot hold what is copied out
#pragma hicuda global copyout a[*] to wider[*]         //~ E0741 cannot hold what is copied out
#pragma hicuda global copyout a[*] to whole[*]         //~ E0741 cannot hold what is copied out
#pragma hicuda global free a
}
