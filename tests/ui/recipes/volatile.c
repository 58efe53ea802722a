// Recipes leave accesses of volatile objects in their order, and read a volatile bound as often as the loop does.
volatile int level, samples[16];

void sample(int a[64], volatile int *n)
{
#pragma hicuda tile(4)
    for (int i = 0; i < *n; i++) //~ E0683 volatile
        a[i] = i;
#pragma hicuda fission
    for (int i = 0; i < 16; i++) {
        a[i] = i;
        samples[i] = a[i]; //~ E0683 volatile
    }
#pragma hicuda permute(j, i)
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 4; j++)
            a[4 * i + j] = level; //~ E0683 volatile
// Here the order stays.
#pragma hicuda unroll(4)
    for (int i = 0; i < 16; i++)
        samples[i] = i;
}
