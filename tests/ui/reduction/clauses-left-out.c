//@ fix: diff
// Loops that only combine values are offered the clause that says so.
int a[64][64], most[64];

int f(void)
{
    int sum = 0, largest = 0, odd = 1, bits = 0, last = 0, mixed = 0, nested = 0;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc most[*]
#pragma hicuda kernel k tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 64; i++) {
        sum += a[i][0];                         //~ E0505 combine values in `sum`
        if (a[i][1] > largest)
            largest = a[i][1];                  //~ E0505 combine values in `largest`
        odd = odd && a[i][2] % 2;               //~ E0505 combine values in `odd`
        last += a[i][3];                        //~ E0505 through `last`
        mixed = mixed * 2 + last;               //~ E0505 through `mixed`
        //~^ E0504 value this kernel gives to `mixed`
        int here = 0;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 64; j++) {
            here = here < a[i][j] ? a[i][j] : here; //~ E0505 combine values in `here`
            nested ^= a[i][j];                  //~ E0505 combine values in `nested`
            bits |= a[i][j];                    //~ E0505 combine values in `bits`
        }
        most[i] = here;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout most[*]
#pragma hicuda global free a most
    return sum + largest + odd + bits + mixed + nested;
}
