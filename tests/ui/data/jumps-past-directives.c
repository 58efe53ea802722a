// Both ends of a jump must see the same copies.
float a[64];
void f(int n)
{
    switch (n) {
    case 1:;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(8)
        a[0] = 0;
#pragma hicuda kernel_end
    case 2: //~ E0520 this `case` jumps past
#pragma hicuda global free a
        break;
    }
}
