//@ run: processor
// Words as four bytes or two halves, pairs of half compared, numbers rounded in a direction.
#include <cuda_fp16.h>
#include <iostream>

__global__ void bytes(unsigned *out)
{
    unsigned a = 0x7f80ff01, b = 0x01010102;
    out[0] = __vadd4(a, b);
    out[1] = __vaddss4(a, b);
    out[2] = __vsubus4(b, a);
    out[3] = __vmaxs4(a, b);
    out[4] = __vcmpgtu4(a, b);
    out[5] = __vsetlts2(a, b);
    out[6] = __vsadu4(a, b);
    out[7] = __vavgs2(0xffff0003, 0x00000002);
    out[8] = (unsigned)__viaddmax_s32_relu(-5, 2, -1);
    out[9] = __vabsdiffu2(0x00010009, 0x00040001);
}

__global__ void numbers(float *out)
{
    half2 a = __floats2half2_rn(1.5f, -2.0f), b = __floats2half2_rn(1.5f, 3.0f);
    half2 equal = __heq2(a, b), root = h2exp2(b);
    out[0] = __low2float(equal) + 10 * __high2float(equal);
    out[1] = __high2float(root);
    out[2] = (float)__hbge2(b, a);
    out[3] = __ll2float_ru(16777217) - 16777216;
    out[4] = (float)(__ull2double_rd(9007199254740993ull) - 9007199254740992.0);
}

int main()
{
    unsigned *words;
    float *reals;
    cudaMallocManaged(&words, 40);
    cudaMallocManaged(&reals, 20);
    bytes<<<1, 1>>>(words);
    numbers<<<1, 1>>>(reals);
    cudaDeviceSynchronize();
    for (int i = 0; i < 10; i++)
        std::cout << std::hex << words[i] << (i < 9 ? " " : "\n");
    for (int i = 0; i < 5; i++)
        std::cout << reals[i] << (i < 4 ? " " : "\n");
    return 0;
}
