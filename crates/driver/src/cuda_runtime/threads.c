/* Threads of a block that wait for each other: each has a stack, and runs
   until it waits or returns; then it is the next one's turn. When all that are
   left wait for the block, the barrier opens. */
#include "cuda_runtime.h"
#include "threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LANES = 32, MOST_THREADS = 1024, STACK = 1 << 20, MOST_SHARED = 227 << 10 };

enum state { READY, AT_BARRIER, AT_TAKE, AT_VOTE, AT_MATCH, AT_ACTIVE, AT_GRID, RETURNED };

struct fiber {
    void *stack_pointer;
    char *stack;
    enum state state;
    uint3 index;
    /* What it waits with, and what it gets. */
    unsigned mask, size, result;
    int lane, predicate;
    unsigned char value[16], taken[16];
    const void *site;
};

/* One set for each thread of the processor. */
static _Thread_local struct {
    struct fiber fibers[MOST_THREADS];
    unsigned count;
    /* Those before it have begun. */
    unsigned begun;
    struct fiber *current;
    void *stack_pointer;
    void (*thread)(uint3 index, void *args);
    void *args;
} block;

_Thread_local uint3 warploom_thread_index;
static _Thread_local void *shared;

void *warploom_dynamic_shared(void)
{
    if (shared == NULL && posix_memalign(&shared, 256, MOST_SHARED) != 0) {
        fprintf(stderr, "no memory for the shared memory of a block\n");
        exit(2);
    }
    return shared;
}

cudaError_t warploom_may_launch(dim3 grid, dim3 threads, size_t bytes)
{
    unsigned long long all = (unsigned long long)threads.x * threads.y * threads.z;
    int fits = all > 0 && all <= MOST_THREADS && threads.z <= 64 && grid.x > 0 && grid.y > 0 && grid.z > 0
               && grid.x <= 2147483647u && grid.y <= 65535 && grid.z <= 65535;
    if (!fits)
        return warploom_note(cudaErrorInvalidConfiguration);
    return warploom_note(bytes > MOST_SHARED ? cudaErrorInvalidValue : cudaSuccess);
}

/* Changing stacks: what a call keeps is pushed on the one, popped from the other. */
#if defined(__x86_64__) && defined(__linux__)
void warploom_change_stack(void **from, void *to);
__asm__(".text\n.globl warploom_change_stack\n.type warploom_change_stack, @function\n"
        "warploom_change_stack:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp, (%rdi)\nmov %rsi, %rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n"
        ".size warploom_change_stack, .-warploom_change_stack\n");

static void *first_frame(char *stack, void (*entry)(void))
{
    void **top = (void **)(stack + STACK) - 2;
    *top = (void *)entry;
    return memset(top - 6, 0, 6 * sizeof *top);
}
#elif defined(__aarch64__) && defined(__linux__)
void warploom_change_stack(void **from, void *to);
__asm__(".text\n.globl warploom_change_stack\n.type warploom_change_stack, %function\n"
        "warploom_change_stack:\n"
        "sub sp, sp, #160\n"
        "stp x19, x20, [sp]\nstp x21, x22, [sp, #16]\nstp x23, x24, [sp, #32]\nstp x25, x26, [sp, #48]\n"
        "stp x27, x28, [sp, #64]\nstp x29, x30, [sp, #80]\n"
        "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\nstp d12, d13, [sp, #128]\nstp d14, d15, [sp, #144]\n"
        "mov x9, sp\nstr x9, [x0]\nmov sp, x1\n"
        "ldp x19, x20, [sp]\nldp x21, x22, [sp, #16]\nldp x23, x24, [sp, #32]\nldp x25, x26, [sp, #48]\n"
        "ldp x27, x28, [sp, #64]\nldp x29, x30, [sp, #80]\n"
        "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\nldp d12, d13, [sp, #128]\nldp d14, d15, [sp, #144]\n"
        "add sp, sp, #160\nret\n"
        ".size warploom_change_stack, .-warploom_change_stack\n");

static void *first_frame(char *stack, void (*entry)(void))
{
    void **frame = (void **)(stack + STACK - 160);
    memset(frame, 0, 160);
    frame[11] = (void *)entry; /* x30, where it returns to */
    return frame;
}
#else
#include <ucontext.h>
static void warploom_change_stack(void **from, void *to)
{
    ucontext_t here;
    *from = &here;
    swapcontext(&here, to);
}

static void *first_frame(char *stack, void (*entry)(void))
{
    ucontext_t *context = (ucontext_t *)stack;
    getcontext(context);
    context->uc_stack.ss_sp = stack + sizeof *context;
    context->uc_stack.ss_size = STACK - sizeof *context;
    context->uc_link = NULL;
    makecontext(context, entry, 0);
    return context;
}
#endif

/* Hands over to the block; comes back when it is this thread's turn. */
static void wait_for_turn(enum state state)
{
    struct fiber *self = block.current;
    self->state = state;
    warploom_change_stack(&self->stack_pointer, block.stack_pointer);
}

/* The next thread that has not begun, on the stack of one that has returned. */
static struct fiber *take_over(struct fiber *returned)
{
    if (block.begun == block.count)
        return NULL;
    struct fiber *next = block.fibers + block.begun++;
    char *stack = next->stack;
    next->stack = returned->stack;
    returned->stack = stack;
    return next;
}

/* Threads that never wait need no stacks of their own: they run one after the other. */
static void begin(void)
{
    for (struct fiber *self = block.current; self != NULL; self = take_over(self)) {
        block.current = self;
        warploom_thread_index = self->index;
        block.thread(self->index, block.args);
        self->state = RETURNED;
    }
    wait_for_turn(RETURNED);
}

static void give_stack(struct fiber *fiber)
{
    if (fiber->stack != NULL)
        return;
    fiber->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fiber->stack == MAP_FAILED) {
        fprintf(stderr, "no memory for the threads of a block\n");
        exit(2);
    }
}

static struct fiber *warp_of(struct fiber *fiber)
{
    return block.fibers + (fiber - block.fibers) / LANES * LANES;
}

int warploom_lane(void)
{
    return (int)(block.current - warp_of(block.current));
}

static unsigned lanes_left(const struct fiber *warp)
{
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < LANES && warp + lane < block.fibers + block.count; lane++)
        if (warp[lane].state != RETURNED)
            lanes |= 1u << lane;
    return lanes;
}

unsigned warploom_lanes(void)
{
    return lanes_left(warp_of(block.current));
}

/* The lanes of a warp that ask at one place who is there, when nobody else of the block can go on. */
static int release_active(void)
{
    int released = 0;
    for (unsigned start = 0; start < block.count; start += LANES) {
        struct fiber *warp = block.fibers + start;
        const unsigned count = block.count - start < LANES ? block.count - start : LANES;
        const void *site = NULL;
        unsigned lanes = 0;
        for (unsigned lane = 0; lane < count; lane++) {
            if (warp[lane].state == AT_ACTIVE && site == NULL)
                site = warp[lane].site;
            if (warp[lane].state == AT_ACTIVE && warp[lane].site == site)
                lanes |= 1u << lane;
        }
        for (unsigned lane = 0; lane < count; lane++)
            if (lanes >> lane & 1) {
                warp[lane].result = lanes;
                warp[lane].state = READY;
            }
        released |= lanes != 0;
    }
    return released;
}

/* Lets the lanes of a mask go on if all of them have come. */
static int release_lanes(struct fiber *warp, unsigned mask)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if (mask >> lane & 1 && (warp[lane].state < AT_TAKE || warp[lane].state > AT_MATCH))
            return 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct fiber *fiber = warp + lane;
        if (!(mask >> lane & 1))
            continue;
        fiber->result = 0;
        for (unsigned other = 0; other < LANES; other++) {
            if (!(mask >> other & 1))
                continue;
            int counts = fiber->state == AT_MATCH ? memcmp(fiber->value, warp[other].value, fiber->size) == 0
                                                  : warp[other].predicate;
            fiber->result |= (unsigned)(counts != 0) << other;
        }
        memcpy(fiber->taken, mask >> fiber->lane & 1 ? warp[fiber->lane].value : fiber->value, fiber->size);
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        if (mask >> lane & 1)
            warp[lane].state = READY;
    return 1;
}

static int release_warps(void)
{
    int released = 0;
    for (unsigned at = 0; at < block.count; at++) {
        struct fiber *fiber = block.fibers + at, *warp = warp_of(fiber);
        if (fiber->state >= AT_TAKE && fiber->state <= AT_MATCH)
            released |= release_lanes(warp, fiber->mask & lanes_left(warp));
    }
    return released;
}

static int release_block(void)
{
    unsigned count = 0;
    for (unsigned at = 0; at < block.count; at++) {
        if (block.fibers[at].state != AT_BARRIER && block.fibers[at].state != RETURNED)
            return 0;
        count += block.fibers[at].state == AT_BARRIER && block.fibers[at].predicate;
    }
    int released = 0;
    for (unsigned at = 0; at < block.count; at++)
        if (block.fibers[at].state == AT_BARRIER) {
            block.fibers[at].result = count;
            block.fibers[at].state = READY;
            released = 1;
        }
    return released;
}

/* Blocks of a grid that wait for each other, each in a thread of its own. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    unsigned blocks, waiting, rounds;
} grid = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};

static void open_grid(void)
{
    grid.waiting = 0;
    grid.rounds++;
    pthread_cond_broadcast(&grid.opened);
}

void warploom_expect_blocks(unsigned blocks)
{
    grid.blocks = blocks;
    grid.waiting = 0;
}

void warploom_end_block(void)
{
    pthread_mutex_lock(&grid.lock);
    if (--grid.blocks == grid.waiting && grid.waiting > 0)
        open_grid();
    pthread_mutex_unlock(&grid.lock);
    for (unsigned at = 0; at < MOST_THREADS; at++)
        if (block.fibers[at].stack != NULL)
            munmap(block.fibers[at].stack, STACK);
    free(shared);
}

/* All of the block wait for the grid: so does the block. */
static int release_grid(void)
{
    int waits = 0;
    for (unsigned at = 0; at < block.count; at++) {
        if (block.fibers[at].state != AT_GRID && block.fibers[at].state != RETURNED)
            return 0;
        waits |= block.fibers[at].state == AT_GRID;
    }
    if (!waits)
        return 0;
    pthread_mutex_lock(&grid.lock);
    const unsigned round = grid.rounds;
    if (++grid.waiting == grid.blocks)
        open_grid();
    while (grid.rounds == round)
        pthread_cond_wait(&grid.opened, &grid.lock);
    pthread_mutex_unlock(&grid.lock);
    for (unsigned at = 0; at < block.count; at++)
        if (block.fibers[at].state == AT_GRID)
            block.fibers[at].state = READY;
    return 1;
}

/* Is there one that only let others go first? */
static int is_ready(void)
{
    for (unsigned at = 0; at < block.count; at++)
        if (block.fibers[at].state == READY)
            return 1;
    return 0;
}

static void run_ready(void)
{
    for (unsigned at = 0; at < block.count; at++)
        if (block.fibers[at].state == READY) {
            struct fiber *fiber = block.current = block.fibers + at;
            if (at == block.begun) {
                block.begun++;
                give_stack(fiber);
                fiber->stack_pointer = first_frame(fiber->stack, begin);
            }
            warploom_thread_index = fiber->index;
            warploom_change_stack(&block.stack_pointer, fiber->stack_pointer);
        }
}

void warploom_run_block(dim3 size, void (*thread)(uint3 index, void *args), void *args)
{
    block.thread = thread;
    block.args = args;
    block.count = size.x * size.y * size.z;
    block.begun = 0;
    for (unsigned at = 0; at < block.count; at++) {
        struct fiber *fiber = block.fibers + at;
        fiber->state = READY;
        fiber->index = (uint3){at % size.x, at / size.x % size.y, at / size.x / size.y};
    }
    do
        run_ready();
    while (is_ready() || release_warps() || release_active() || release_block() || release_grid());
    for (unsigned at = 0; at < block.count; at++)
        if (block.fibers[at].state != RETURNED) {
            const uint3 index = block.fibers[at].index;
            fprintf(stderr, "thread (%u, %u, %u) waits for threads that do not come; `--target sim` says where\n",
                    index.x, index.y, index.z);
            exit(1);
        }
}

int warploom_barrier(int predicate)
{
    struct fiber *self = block.current;
    self->predicate = predicate != 0;
    wait_for_turn(AT_BARRIER);
    return (int)self->result;
}

void warploom_wait_for_grid(void)
{
    wait_for_turn(AT_GRID);
}

_Thread_local unsigned warploom_spins;

void warploom_pause(void)
{
    warploom_spins = 0;
    wait_for_turn(READY);
}

unsigned warploom_active(void)
{
    struct fiber *self = block.current;
    self->site = __builtin_return_address(0);
    wait_for_turn(AT_ACTIVE);
    return self->result;
}

static void meet(unsigned mask, const void *value, unsigned size, int lane, int predicate, enum state state)
{
    struct fiber *self = block.current;
    self->mask = mask | 1u << warploom_lane();
    self->size = size > sizeof self->value ? sizeof self->value : size;
    self->lane = lane & (LANES - 1);
    self->predicate = predicate != 0;
    memcpy(self->value, value, self->size);
    wait_for_turn(state);
}

void warploom_take(unsigned mask, void *value, unsigned size, int lane)
{
    meet(mask, value, size, lane, 0, AT_TAKE);
    memcpy(value, block.current->taken, size);
}

unsigned warploom_vote(unsigned mask, int predicate)
{
    meet(mask, "", 0, 0, predicate, AT_VOTE);
    return block.current->result;
}

unsigned warploom_match(unsigned mask, const void *value, unsigned size)
{
    meet(mask, value, size, 0, 0, AT_MATCH);
    return block.current->result;
}
