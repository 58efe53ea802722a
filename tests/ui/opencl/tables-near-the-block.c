//@ emit: opencl
//@ run: cpu sim
// OpenCL has no constant memory that a program fills: a block keeps a table that each of its threads reads from one
// end to the other. One of which single elements are read stays where it is, and so does a small one. Bytes
// come in words.
#include <stdio.h>

#define N 1000
#define TABLE 300
#define BYTES (1 << 17)

struct wave {
    float height, turn;
};

struct wave waves[TABLE];
float near[4], steps[TABLE], out[N];
unsigned char letters[BYTES];
unsigned count[256];

int main(void)
{
    for (int k = 0; k < TABLE; k++) {
        waves[k].height = k % 7 * 0.5f;
        waves[k].turn = k % 11;
        steps[k] = k % 5;
    }
    for (int k = 0; k < 4; k++)
        near[k] = k + 0.25f;
    for (int i = 0; i < BYTES; i++)
        letters[i] = (unsigned char)(i * 7 / 3);

#pragma hicuda constant copyin waves[*]
#pragma hicuda constant copyin near[*]
#pragma hicuda constant copyin steps[*]
#pragma hicuda global alloc out[*]
#pragma hicuda kernel add tblock(8) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float sum = steps[i % TABLE];
        for (int k = 0; k < TABLE; k++)
            sum += waves[k].height * (i % 3) + waves[k].turn;
        for (int k = 0; k < 4; k++)
            sum += near[k];
        out[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free out
#pragma hicuda constant remove waves near steps

#pragma hicuda global alloc letters[*] copyin
#pragma hicuda global alloc count[*] copyin
#pragma hicuda kernel count_letters tblock(16) thread(128)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: count[*])
    for (int i = 0; i < BYTES; i++)
        count[letters[i]]++;
#pragma hicuda kernel_end
#pragma hicuda global copyout count[*]
#pragma hicuda global free letters count

    double total = 0;
    for (int i = 0; i < N; i++)
        total += out[i] * (i % 13);
    unsigned sum = 0;
    for (int i = 0; i < 256; i++)
        sum += count[i] * (unsigned)(i + 1);
    printf("%.3f %u %u\n", total, count[3], sum);
    return 0;
}
