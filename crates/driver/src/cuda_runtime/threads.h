/* A block's threads on the processor, for kernels in which they wait for each
   other. A kernel without barriers and warp functions needs none of this: its
   threads are the iterations of a loop. */
#ifndef WARPLOOM_THREADS_H
#define WARPLOOM_THREADS_H

#ifdef __cplusplus
extern "C" {
#else
/* The index of the thread that runs, for kernels that are not handed it; and of its block. */
extern _Thread_local uint3 warploom_thread_index, warploom_block_index;
#endif

/* Runs `thread` for every thread of a block, in turns. */
void warploom_run_block(dim3 block, void (*thread)(uint3 index, void *args), void *args);
/* Room for the block's dynamic shared memory; one block runs on a processor at a time. */
void *warploom_dynamic_shared(void);
/* May a kernel be launched like this? */
cudaError_t warploom_may_launch(dim3 grid, dim3 block, size_t shared_bytes);

/* Ends the thread that runs, and with it the kernel's launch: nothing works on the device after it. */
__attribute__((noreturn)) void warploom_end_thread(cudaError_t why);
/* What became of the launch that is over. */
cudaError_t warploom_launched(void);

/* Waits for the block; how many predicates are true. */
int warploom_barrier(int predicate);
/* Waits for the lanes of a mask, and takes the bytes of another lane. */
void warploom_take(unsigned mask, void *value, unsigned size, int lane);
/* Waits for the lanes of a mask; which predicates are true. */
unsigned warploom_vote(unsigned mask, int predicate);
/* Waits for the lanes of a mask; which hold the same bytes. */
unsigned warploom_match(unsigned mask, const void *value, unsigned size);
/* Waits for all blocks of the grid, which `warploom_expect_blocks` announced; each ends with
   `warploom_end_block`. */
void warploom_wait_for_grid(void);
void warploom_expect_blocks(unsigned blocks);
void warploom_end_block(void);
/* A thread that looks at memory again and again lets the others of its block go on. */
void warploom_pause(void);
/* The lanes that are at this place together. */
unsigned warploom_active(void);
/* The lane, and the lanes that have not returned. */
int warploom_lane(void);
unsigned warploom_lanes(void);

#ifdef __cplusplus
}
#endif

#endif
