//@ emit: cuda cpu
//@ run: cpu
// Arrays of structs with nested structs, unions, bit-fields, embedded arrays
// and enumerators.
#include <stdio.h>
#include <stdint.h>

#define N 48

enum state { IDLE, BUSY = 4, DONE };
typedef struct { float x, y, z; } vec3;
struct flags { unsigned ready : 1; unsigned level : 5; int bias : 4; };
typedef union { float f; uint32_t u; } bits;
struct particle {
    vec3 position;
    struct { vec3 old; int count; } history;
    bits word;
    struct flags flags;
    enum state state;
    float sample[4];
};

struct particle p[N];
uint64_t hash[N];

#include <stdlib.h>
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

// kinds-of-members.c:36: kernel update
static inline void update_iteration(struct particle *restrict p, uint64_t *restrict hash, int i)
{
    {
        struct particle *q = &p[i];
        q->history.old = q->position;
        q->history.count++;
        p[i].position.x += p[i].position.y;
        for (int k = 0; k < 4; k++)
            p[i].sample[k] = q->position.x * k;
        q->word.u ^= 0x00400000u;
        q->flags.ready = q->state == BUSY;
        q->flags.level += 3;
        q->flags.bias = -(i % 8);
        switch (q->state) {
        case IDLE:
            q->state = BUSY;
            break;
        case BUSY:
            q->state = DONE;
            break;
        default:
            break;
        }
        hash[i] = (uint64_t)q->word.u * 2654435761u + q->flags.level * 7 + q->flags.bias;
    }
}

static void update(struct particle *restrict p, uint64_t *restrict hash)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        update_iteration(p, hash, i);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        p[i].position = (vec3){i, i * 0.5f, 1};
        p[i].word.f = i * 1.25f;
        p[i].flags.level = i % 32;
        p[i].state = i % 3 ? BUSY : IDLE;
    }
    struct particle *d_p = hicuda_alloc(sizeof p, "kinds-of-members.c:34: global alloc p[*] copyin");
    memcpy(d_p, p, sizeof p);
    uint64_t *d_hash = hicuda_alloc(sizeof hash, "kinds-of-members.c:35: global alloc hash[*]");
    update(d_p, d_hash);
    memcpy(p, d_p, sizeof p);
    memcpy(hash, d_hash, sizeof hash);
    free(d_p);
    free(d_hash);
    double total = 0;
    uint64_t all = 0;
    for (int i = 0; i < N; i++) {
        total += p[i].position.x + p[i].history.old.x + p[i].sample[3] + p[i].word.f + p[i].state;
        all = all * 31 + hash[i] + p[i].flags.ready + p[i].history.count;
    }
    printf("%g %llu\n", total, (unsigned long long)all);
    return 0;
}
