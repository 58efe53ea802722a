/* Threads of a block that wait for each other: each has a stack, and runs
   until it waits or returns; then it is the turn of the next one of its warp. A
   warp goes on, with its stacks in the cache, until it waits for the block or
   for others. When all that are left wait for the block, the barrier opens. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cuda_runtime.h"
#include "threads.h"

#include <errno.h>
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
    /* The round in which it ran last. */
    unsigned long long round;
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
    unsigned long long round;
    /* Somebody has only let others go first. */
    int has_paused;
    struct fiber *current;
    void *stack_pointer;
    void (*thread)(uint3 index, void *args);
    void *args;
} block;

_Thread_local uint3 warploom_thread_index, warploom_block_index;
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

static void begin(void);

/* Can it go on, and has not had its turn in this round? */
static int is_its_turn(const struct fiber *fiber)
{
    return fiber->state == READY && fiber->round != block.round;
}

/* Makes it the current one: the stack that it goes on with. */
static void *take_turn(struct fiber *fiber)
{
    block.current = fiber;
    fiber->round = block.round;
    warploom_thread_index = fiber->index;
    if (fiber == block.fibers + block.begun) {
        block.begun++;
        give_stack(fiber);
        fiber->stack_pointer = first_frame(fiber->stack, begin);
    }
    return fiber->stack_pointer;
}

/* Hands over to the next of the warp, or to the block; comes back when it is this thread's turn. */
static void wait_for_turn(enum state state)
{
    struct fiber *self = block.current;
    self->state = state;
    const unsigned at = (unsigned)(self - block.fibers), end = at / LANES * LANES + LANES;
    for (unsigned next = at + 1; next < end && next < block.count; next++)
        if (is_its_turn(block.fibers + next)) {
            void *stack_pointer = take_turn(block.fibers + next);
            warploom_change_stack(&self->stack_pointer, stack_pointer);
            return;
        }
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
        self->round = block.round;
        warploom_thread_index = self->index;
        block.thread(self->index, block.args);
        self->state = RETURNED;
    }
    wait_for_turn(RETURNED);
}

/* Why the kernels that have run ended themselves. */
static cudaError_t ended = cudaSuccess;

void warploom_end_thread(cudaError_t why)
{
    __atomic_store_n(&ended, why, __ATOMIC_RELAXED);
    for (;;)
        wait_for_turn(RETURNED);
}

cudaError_t warploom_launched(void)
{
    return warploom_note(__atomic_exchange_n(&ended, cudaSuccess, __ATOMIC_RELAXED));
}

/* What the C library calls for `assert`: in a kernel it ends the kernel, and the host goes on. */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    if (block.current == NULL) {
        fflush(NULL);
        fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function,
                condition);
        abort();
    }
    /* The body of a kernel is a lambda in it. */
    const char *lambda = strstr(function, "::<lambda"), *clang = strstr(function, "::(anonymous class)");
    const char *name_end = lambda != NULL ? lambda : clang != NULL ? clang : function + strlen(function);
    const uint3 b = warploom_block_index, t = block.current->index;
    fprintf(stderr, "%s:%u: %.*s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
            (int)(name_end - function), function, b.x, b.y, b.z, t.x, t.y, t.z, condition);
    warploom_end_thread(cudaErrorAssert);
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

/* The lanes of a mask whose value is this one's. */
static unsigned lanes_alike(const struct fiber *warp, unsigned mask, const struct fiber *fiber)
{
    unsigned alike = 0;
    for (unsigned left = mask; left != 0; left &= left - 1) {
        const int other = __builtin_ctz(left);
        alike |= (unsigned)(memcmp(fiber->value, warp[other].value, fiber->size) == 0) << other;
    }
    return alike;
}

/* Lets the lanes of a mask go on if all of them have come. */
static int release_lanes(struct fiber *warp, unsigned mask)
{
    unsigned votes = 0;
    for (unsigned left = mask; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        if (warp[lane].state < AT_TAKE || warp[lane].state > AT_MATCH)
            return 0;
        votes |= (unsigned)warp[lane].predicate << lane;
    }
    for (unsigned left = mask; left != 0; left &= left - 1) {
        struct fiber *fiber = warp + __builtin_ctz(left);
        fiber->result = fiber->state == AT_MATCH ? lanes_alike(warp, mask, fiber) : votes;
        if (fiber->state == AT_TAKE)
            memcpy(fiber->taken, mask >> fiber->lane & 1 ? warp[fiber->lane].value : fiber->value, sizeof fiber->taken);
    }
    for (unsigned left = mask; left != 0; left &= left - 1)
        warp[__builtin_ctz(left)].state = READY;
    return 1;
}

/* The same of all that wait in a warp, whatever their masks. */
static int release_warp(unsigned start)
{
    struct fiber *warp = block.fibers + start;
    unsigned waiting = 0, there = 0;
    for (unsigned lane = 0; lane < LANES && start + lane < block.count; lane++) {
        const enum state state = warp[lane].state;
        there |= (unsigned)(state != RETURNED) << lane;
        waiting |= (unsigned)(state >= AT_TAKE && state <= AT_MATCH) << lane;
    }
    int released = 0;
    while (waiting != 0) {
        const unsigned mask = warp[__builtin_ctz(waiting)].mask & there;
        const int are_there = release_lanes(warp, mask);
        waiting &= are_there ? ~mask : waiting - 1;
        released |= are_there;
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

/* Each thread of a warp that can go on has its turn. */
static void run_warp(unsigned start)
{
    block.round++;
    for (unsigned at = start; at < start + LANES && at < block.count; at++)
        if (is_its_turn(block.fibers + at)) {
            void *stack_pointer = take_turn(block.fibers + at);
            warploom_change_stack(&block.stack_pointer, stack_pointer);
        }
}

static void run_warps(void)
{
    block.has_paused = 0;
    for (unsigned start = 0; start < block.count; start += LANES)
        do
            run_warp(start);
        while (release_warp(start));
}

void warploom_run_block(dim3 size, void (*thread)(uint3 index, void *args), void *args)
{
    block.thread = thread;
    block.args = args;
    block.count = size.x * size.y * size.z;
    block.begun = 0;
    struct fiber *fiber = block.fibers;
    for (unsigned z = 0; z < size.z; z++)
        for (unsigned y = 0; y < size.y; y++)
            for (unsigned x = 0; x < size.x; x++, fiber++) {
                fiber->state = READY;
                fiber->index = (uint3){x, y, z};
            }
    do
        run_warps();
    while (block.has_paused || release_active() || release_block() || release_grid());
    for (unsigned at = 0; at < block.count; at++)
        if (block.fibers[at].state != RETURNED) {
            const uint3 index = block.fibers[at].index;
            fprintf(stderr, "thread (%u, %u, %u) waits for threads that do not come; `--target sim` says where\n",
                    index.x, index.y, index.z);
            exit(1);
        }
    block.current = NULL;
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
    block.has_paused = 1;
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
