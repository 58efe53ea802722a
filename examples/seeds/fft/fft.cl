// The FFT of length 1024 of the lecture's last pages: radix 16, radix 16, radix 4, in groups of 64 work items
// that have 16 points each and exchange them through local memory. What the pages leave out is written here.

static float2 times(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// exp(-2 pi i k / n)
static float2 root(int k, int n)
{
    float c, s = sincos(-2.0f * M_PI_F * k / n, &c);
    return (float2)(c, s);
}

static void globalLoads(float2 *data, __global float2 *in, int stride)
{
    for (int i = 0; i < 16; i++)
        data[i] = in[i * stride];
}

// The points of a work item lie in the order in which its radix-4 passes left them.
static void globalStores(float2 *data, __global float2 *out, int stride)
{
    for (int g = 0; g < 4; g++)
        for (int j = 0; j < 4; j++)
            out[(g + 4 * j) * stride] = data[4 * g + j];
}

static void fftRadix4Pass(float2 *data)
{
    float2 a = data[0] + data[2], b = data[0] - data[2];
    float2 c = data[1] + data[3], d = data[1] - data[3];
    d = (float2)(d.y, -d.x);
    data[0] = a + c;
    data[1] = b + d;
    data[2] = a - c;
    data[3] = b - d;
}

static void fftRadix16Pass(float2 *data)
{
    float2 row[16];
    for (int n = 0; n < 4; n++) {
        for (int k = 0; k < 4; k++)
            row[4 * n + k] = data[n + 4 * k];
        fftRadix4Pass(row + 4 * n);
    }
    for (int k = 0; k < 4; k++) {
        float2 column[4];
        for (int n = 0; n < 4; n++)
            column[n] = times(row[4 * n + k], root(n * k, 16));
        fftRadix4Pass(column);
        for (int n = 0; n < 4; n++)
            data[k + 4 * n] = column[n];
    }
}

static void twiddleFactorMul(float2 *data, int tid, int length, int shift)
{
    for (int k = 1; k < 16; k++)
        data[k] = times(data[k], root((tid >> shift) * k, length));
}

// Every work item puts its points in a column, and takes others: those from `index` on, four by four.
static void localShuffle(float2 *data, __local float *sMemx, __local float *sMemy, int tid, int index, int row, int step,
                         int fours)
{
    for (int i = 0; i < 16; i++) {
        sMemx[i * row + tid] = data[i].x;
        sMemy[i * row + tid] = data[i].y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i++) {
        int at = index + (i / 4) * fours + (i % 4) * step;
        data[i] = (float2)(sMemx[at], sMemy[at]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void fft1D_1024(__global float2 *in, __global float2 *out, __local float *sMemx, __local float *sMemy)
{
    int tid = get_local_id(0);
    int blockIdx = get_group_id(0) * 1024 + tid;
    float2 data[16];

    // starting index of data to/from global memory
    in = in + blockIdx;
    out = out + blockIdx;

    globalLoads(data, in, 64); // coalesced global reads
    fftRadix16Pass(data);      // in-place radix-16 pass
    twiddleFactorMul(data, tid, 1024, 0);

    // local shuffle using local memory
    localShuffle(data, sMemx, sMemy, tid, (((tid & 15) * 65) + (tid >> 4)), 65, 4, 16);
    fftRadix16Pass(data);               // in-place radix-16 pass
    twiddleFactorMul(data, tid, 64, 4); // twiddle factor multiplication

    localShuffle(data, sMemx, sMemy, tid, (((tid >> 4) * 64) + (tid & 15)), 64, 16, 256);

    // four radix-4 function calls
    fftRadix4Pass(data);
    fftRadix4Pass(data + 4);
    fftRadix4Pass(data + 8);
    fftRadix4Pass(data + 12);

    // coalesced global writes
    globalStores(data, out, 64);
}
