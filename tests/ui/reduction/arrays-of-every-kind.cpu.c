//@ emit: cuda cpu
//@ run: cpu
// Operations, types and shapes of arrays that threads update together.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000

int key[N], value[N];
float weight[N];

// Floating-point sums are added up in a fixed order, a copy for each thread.
float sums[12];
// Two dimensions, several loops.
int pairs[5][7];
// No order matters to the largest, whatever the type.
float most[9];
long long least[9];
// Logical and bitwise ones.
int every[8], some[8];
unsigned bits[8], odd[8];
// Too large for shared memory.
int large[20000];
// Allowed to be combined in any order.
double products[4];

#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

// arrays-of-every-kind.c:32: kernel by_pointer
static inline void by_pointer_block(int *restrict flat, const int *restrict key, const int *restrict value, int n, int size, int block_i)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        #pragma omp atomic
        flat[key[i] % size] += value[i];
    }
}

static void by_pointer(int *restrict flat, const int *restrict key, const int *restrict value, int n, int size)
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 4; block_i++)
        by_pointer_block(flat, key, value, n, size, block_i);
}

void count(int n, int size, int *flat)
{
    int *d_flat = hicuda_alloc(sizeof(int) * size, "arrays-of-every-kind.c:31: global alloc flat[*] copyin");
    memcpy(d_flat, flat, sizeof(int) * size);
    by_pointer(d_flat, (int *)hicuda_copy_of(key, "arrays-of-every-kind.c:32: kernel by_pointer tblock(4) thread(96)"), (int *)hicuda_copy_of(value, "arrays-of-every-kind.c:32: kernel by_pointer tblock(4) thread(96)"), n, size);
    memcpy(flat, d_flat, sizeof(int) * size);
    free(d_flat);
}

// arrays-of-every-kind.c:73: kernel in_order
static inline void in_order_block(const int *restrict key, const float *restrict weight, const int *restrict value, int n, int *total_of_blocks, float *sums_of_blocks, int block_i)
{
    float *sums_of_block = sums_of_blocks + block_i * 12;
    for (int element = 0; element < 12; element++)
        sums_of_block[element] = 0;
    int total = 0;
    int i_chunk = (n + 4) / 5;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        sums_of_block[key[i] % 12] += weight[i];
        total += value[i];
    }
    total_of_blocks[block_i] = total;
}

static void in_order(float *restrict sums, const int *restrict key, const float *restrict weight, const int *restrict value, int n, int *total_result)
{
    float *sums_of_blocks = hicuda_alloc(sizeof(float) * 5 * 12, "kernel in_order");
    int *total_of_blocks = hicuda_alloc(sizeof(int) * 5, "kernel in_order");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 5; block_i++)
        in_order_block(key, weight, value, n, total_of_blocks, sums_of_blocks, block_i);
    for (int block = 0; block < 5; block++)
        *total_result += total_of_blocks[block];
    free(total_of_blocks);
    for (int block = 0; block < 5; block++)
        for (int element = 0; element < 12; element++)
            sums[element] += sums_of_blocks[block * 12 + element];
    free(sums_of_blocks);
}

// arrays-of-every-kind.c:80: kernel by_pairs
static inline void by_pairs_block(const int *restrict value, int (*restrict pairs)[7], const int *restrict key, int block_i, int block_j)
{
    int i_begin = block_i * 17;
    int i_end = i_begin + 17 < 50 ? i_begin + 17 : 50;
    for (int i = i_begin; i < i_end; i++) {
        int j_begin = block_j * 30;
        for (int j = j_begin; j < j_begin + 30; j++) {
            if (value[i * 60 + j] > 0)
                pairs[i % 5][key[i * 60 + j] % 7] -= value[i * 60 + j];
        }
    }
}

static void by_pairs(const int *restrict value, int (*restrict pairs)[7], const int *restrict key)
{
    #pragma omp parallel for collapse(2) reduction(+: pairs[0:5][0:7])
    for (int block_i = 0; block_i < 3; block_i++)
        for (int block_j = 0; block_j < 2; block_j++)
            by_pairs_block(value, pairs, key, block_i, block_j);
}

// arrays-of-every-kind.c:89: kernel extremes
static inline void extremes_block(float *restrict most, const int *restrict key, const float *restrict weight, const int *restrict value, long long *restrict least, int n, int block_i)
{
    int i_chunk = (n + 2) / 3;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        most[key[i] % 9] = fmaxf(most[key[i] % 9], weight[i]);
        if (value[i] < least[key[i] % 9])
            least[key[i] % 9] = value[i];
    }
}

static void extremes(float *restrict most, const int *restrict key, const float *restrict weight, const int *restrict value, long long *restrict least, int n)
{
    #pragma omp parallel for reduction(max: most[0:9]) reduction(min: least[0:9])
    for (int block_i = 0; block_i < 3; block_i++)
        extremes_block(most, key, weight, value, least, n, block_i);
}

// arrays-of-every-kind.c:97: kernel logic
static inline void logic_block(int *restrict every, const int *restrict key, const int *restrict value, int *restrict some, unsigned int *restrict bits, unsigned int *restrict odd, int n, int block_i)
{
    int i_chunk = (n / 4 + 2) / 3;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n / 4 ? i_begin + i_chunk : n / 4;
    for (int i = i_begin; i < i_end; i++) {
        {
            #pragma omp critical(hicuda_atomic)
            every[key[i] % 8] = every[key[i] % 8] && value[i] < 9;
        }
        {
            #pragma omp critical(hicuda_atomic)
            if (value[i] > 8)
                some[key[i] % 8] = 1;
        }
        bits[key[i] % 8] |= key[i];
        odd[key[i] % 8] ^= key[i];
    }
}

static void logic(int *restrict every, const int *restrict key, const int *restrict value, int *restrict some, unsigned int *restrict bits, unsigned int *restrict odd, int n)
{
    #pragma omp parallel for reduction(|: bits[0:8]) reduction(^: odd[0:8])
    for (int block_i = 0; block_i < 3; block_i++)
        logic_block(every, key, value, some, bits, odd, n, block_i);
}

// arrays-of-every-kind.c:107: kernel in_place
static inline void in_place_block(int *restrict large, const int *restrict key, int n, int block_i)
{
    int i_chunk = (n + 2) / 3;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        #pragma omp atomic
        large[key[i]]++;
    }
}

static void in_place(int *restrict large, const int *restrict key, int n)
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 3; block_i++)
        in_place_block(large, key, n, block_i);
}

// arrays-of-every-kind.c:112: kernel in_any_order
static inline void in_any_order_block(double *restrict products, const int *restrict key, const int *restrict value, int block_i)
{
    int i_begin = block_i * 14;
    int i_end = i_begin + 14 < 40 ? i_begin + 14 : 40;
    for (int i = i_begin; i < i_end; i++)
        products[key[i] % 4] *= value[i];
}

static void in_any_order(double *restrict products, const int *restrict key, const int *restrict value)
{
    #pragma omp parallel for reduction(*: products[0:4])
    for (int block_i = 0; block_i < 3; block_i++)
        in_any_order_block(products, key, value, block_i);
}

int main(void)
{
    unsigned seed = 5;
    int n = N, total = 0, bins[11] = { 0 };
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        key[i] = seed >> 20;
        value[i] = (int)(seed >> 28) - 5;
        weight[i] = (float)(seed >> 24) / 4;
    }
    for (int k = 0; k < 9; k++) {
        most[k] = k == 3 ? 1000 : -1;
        least[k] = 2;
    }
    for (int k = 0; k < 8; k++) {
        every[k] = 5 * (k != 2);
        bits[k] = k;
    }
    products[0] = products[3] = 1;
    int *d_key = hicuda_alloc(sizeof key, "arrays-of-every-kind.c:60: global alloc key[*] copyin");
    hicuda_remember(key, 0, sizeof key, d_key, "arrays-of-every-kind.c:60: global alloc key[*] copyin");
    memcpy(d_key, key, sizeof key);
    int *d_value = hicuda_alloc(sizeof value, "arrays-of-every-kind.c:61: global alloc value[*] copyin");
    hicuda_remember(value, 0, sizeof value, d_value, "arrays-of-every-kind.c:61: global alloc value[*] copyin");
    memcpy(d_value, value, sizeof value);
    float *d_weight = hicuda_alloc(sizeof weight, "arrays-of-every-kind.c:62: global alloc weight[*] copyin");
    memcpy(d_weight, weight, sizeof weight);
    float *d_sums = hicuda_alloc(sizeof sums, "arrays-of-every-kind.c:63: global alloc sums[*] copyin");
    memcpy(d_sums, sums, sizeof sums);
    int (*d_pairs)[7] = hicuda_alloc(sizeof pairs, "arrays-of-every-kind.c:64: global alloc pairs[*][*] copyin");
    memcpy(d_pairs, pairs, sizeof pairs);
    float *d_most = hicuda_alloc(sizeof most, "arrays-of-every-kind.c:65: global alloc most[*] copyin");
    memcpy(d_most, most, sizeof most);
    long long *d_least = hicuda_alloc(sizeof least, "arrays-of-every-kind.c:66: global alloc least[*] copyin");
    memcpy(d_least, least, sizeof least);
    int *d_every = hicuda_alloc(sizeof every, "arrays-of-every-kind.c:67: global alloc every[*] copyin");
    memcpy(d_every, every, sizeof every);
    int *d_some = hicuda_alloc(sizeof some, "arrays-of-every-kind.c:68: global alloc some[*] copyin");
    memcpy(d_some, some, sizeof some);
    unsigned int *d_bits = hicuda_alloc(sizeof bits, "arrays-of-every-kind.c:69: global alloc bits[*] copyin");
    memcpy(d_bits, bits, sizeof bits);
    unsigned int *d_odd = hicuda_alloc(sizeof odd, "arrays-of-every-kind.c:70: global alloc odd[*] copyin");
    memcpy(d_odd, odd, sizeof odd);
    int *d_large = hicuda_alloc(sizeof large, "arrays-of-every-kind.c:71: global alloc large[*] copyin");
    memcpy(d_large, large, sizeof large);
    double *d_products = hicuda_alloc(sizeof products, "arrays-of-every-kind.c:72: global alloc products[*] copyin");
    memcpy(d_products, products, sizeof products);
    in_order(d_sums, d_key, d_weight, d_value, n, &total);
    by_pairs(d_value, d_pairs, d_key);
    extremes(d_most, d_key, d_weight, d_value, d_least, n);
    logic(d_every, d_key, d_value, d_some, d_bits, d_odd, n);
    in_place(d_large, d_key, n);
    in_any_order(d_products, d_key, d_value);
    count(n, 11, bins);
    memcpy(large, d_large, sizeof large);
    memcpy(sums, d_sums, sizeof sums);
    memcpy(pairs, d_pairs, sizeof pairs);
    memcpy(most, d_most, sizeof most);
    memcpy(least, d_least, sizeof least);
    memcpy(every, d_every, sizeof every);
    memcpy(some, d_some, sizeof some);
    memcpy(bits, d_bits, sizeof bits);
    memcpy(odd, d_odd, sizeof odd);
    memcpy(products, d_products, sizeof products);
    free(d_key);
    hicuda_forget(key, "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    free(d_value);
    hicuda_forget(value, "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    free(d_weight);
    free(d_sums);
    free(d_pairs);
    free(d_most);
    free(d_least);
    free(d_every);
    free(d_some);
    free(d_bits);
    free(d_odd);
    free(d_large);
    free(d_products);
    printf("%d\n", total);
    for (int k = 0; k < 8; k++) {
        printf("%g %g %lld %d %d", sums[k], most[k], least[k], every[k], some[k]);
        printf(" %u %u %d %d %g\n", bits[k], odd[k], large[k], bins[k], products[k % 4]);
    }
    for (int k = 0; k < 35; k++)
        printf("%d ", pairs[k / 7][k % 7]);
    printf("\n");
    return 0;
}
