//@ emit: cuda
//@ run: cpu h200
// A walk that stays where it is for a while adds up what it leaves there, before it is added
// atomically. Elements that are looked up anew each time are updated at once.
#include <stdio.h>

#define WALKERS 40
#define CELLS 16

struct walker { int x, steps; unsigned state; };

unsigned long long visited[CELLS];
int counts[CELLS], keys[WALKERS * 8], seen[CELLS];

__device__ static void step(struct walker *w)
{
    w->state = w->state * 1664525u + 1013904223u;
    unsigned r = w->state >> 28;
    if (r < 3)
        w->x = (w->x + 1) % CELLS;
    w->steps--;
}

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// updates-merged.c:32: kernel walk
__global__ void walk(unsigned long long *__restrict__ visited, int *__restrict__ counts, const int *__restrict__ keys, int *__restrict__ seen)
{
    int i = blockIdx.x * 20 + threadIdx.x;
    struct walker w = {i % 5, 50 + i, (unsigned int)i};
    int visited_last = 0;
    unsigned long long visited_sum = 0;
    while (w.steps > 0) {
        step(&w);
        if (w.x != 3) {
            int visited_now = w.x;
            if (visited_now != visited_last) {
                if (visited_sum != 0)
                    atomicAdd(&visited[visited_last], visited_sum);
                visited_last = visited_now;
                visited_sum = 0;
            }
            visited_sum += w.steps;
        }
    }
    if (visited_sum != 0)
        atomicAdd(&visited[visited_last], visited_sum);
    int at = i;
    int seen_last = 0;
    int seen_sum = 0;
    for (int k = 0; k < 8; k++) {
        atomicAdd(&counts[keys[i * 8 + k]], 1);
        at = (at * 5 + 1) % CELLS;
        if (at % 4 == 0)
            continue;
        int seen_now = at;
        if (seen_now != seen_last) {
            if (seen_sum != 0)
                atomicAdd(&seen[seen_last], seen_sum);
            seen_last = seen_now;
            seen_sum = 0;
        }
        seen_sum += 1;
    }
    if (seen_sum != 0)
        atomicAdd(&seen[seen_last], seen_sum);
}

int main(void)
{
    for (int k = 0; k < WALKERS * 8; k++)
        keys[k] = k * 7 % CELLS;
    unsigned long long *d_visited;
    hicuda_check(cudaMalloc((void **)&d_visited, sizeof visited), "updates-merged.c:28: global alloc visited[*] clear");
    hicuda_check(cudaMemset(d_visited, 0, sizeof visited), "updates-merged.c:28: global alloc visited[*] clear");
    int *d_counts;
    hicuda_check(cudaMalloc((void **)&d_counts, sizeof counts), "updates-merged.c:29: global alloc counts[*] clear");
    hicuda_check(cudaMemset(d_counts, 0, sizeof counts), "updates-merged.c:29: global alloc counts[*] clear");
    int *d_seen;
    hicuda_check(cudaMalloc((void **)&d_seen, sizeof seen), "updates-merged.c:30: global alloc seen[*] clear");
    hicuda_check(cudaMemset(d_seen, 0, sizeof seen), "updates-merged.c:30: global alloc seen[*] clear");
    int *d_keys;
    hicuda_check(cudaMalloc((void **)&d_keys, sizeof keys), "updates-merged.c:31: global alloc keys[*] copyin");
    hicuda_check(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice), "updates-merged.c:31: global alloc keys[*] copyin");
    walk<<<2, 20>>>(d_visited, d_counts, d_keys, d_seen);
    hicuda_launched(cudaGetLastError(), "updates-merged.c:32: kernel walk tblock(2) thread(20)");
    hicuda_check(cudaMemcpy(visited, d_visited, sizeof visited, cudaMemcpyDeviceToHost), "updates-merged.c:55: global copyout visited[*]");
    hicuda_check(cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost), "updates-merged.c:56: global copyout counts[*]");
    hicuda_check(cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost), "updates-merged.c:57: global copyout seen[*]");
    hicuda_check(cudaFree(d_visited), "updates-merged.c:58: global free visited counts seen keys");
    hicuda_check(cudaFree(d_counts), "updates-merged.c:58: global free visited counts seen keys");
    hicuda_check(cudaFree(d_seen), "updates-merged.c:58: global free visited counts seen keys");
    hicuda_check(cudaFree(d_keys), "updates-merged.c:58: global free visited counts seen keys");
    for (int c = 0; c < CELLS; c++)
        printf("%llu %d %d\n", visited[c], counts[c], seen[c]);
    return 0;
}
