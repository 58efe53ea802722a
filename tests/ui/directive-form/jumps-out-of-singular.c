// One thread cannot leave alone.
void f(float a[8])
{
    for (int i = 0; i < 8; i++) {
#pragma hicuda singular
        if (a[i] < 0)
            break; //~ E0455 `break` jumps out of a `singular` region
        a[i] = 0;
#pragma hicuda singular_end
    }
}
