//! Whole kernels: results, findings and counts.

use crate::fixture::{Arg, one_block, run};

#[test]
fn every_thread_has_its_place() {
    let text = "__global__ void k(int *a) {
        int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        a[y * (gridDim.x * blockDim.x) + x] = 100 * y + x;
    }";
    let ran = run(text, [3, 2, 1], [4, 5, 1], vec![Arg::Room(120)]);
    let expected: Vec<i32> = (0..10).flat_map(|y| (0..12).map(move |x| 100 * y + x)).collect();
    assert_eq!(ran.arrays[0], expected);
    assert_eq!(ran.findings(), [""; 0]);
}

#[test]
fn lanes_part_and_meet() {
    let text = "__global__ void k(int *a) {
        int i = threadIdx.x, n = 0;
        if (i % 3 == 0) { n = 1; if (i % 2) n += 10; else n += 20; }
        else for (int j = 0; j < i; j++) { if (j == 7) break; if (j % 2) continue; n++; }
        switch (i) { case 1: n = -1; case 2: n--; break; case 5 ... 6: n = 55; break; default: n += 1000; }
        a[i] = n;
    }";
    let expected = |i: i32| {
        let mut n = if i % 3 == 0 { if i % 2 != 0 { 11 } else { 21 } } else { (i.min(7) + 1) / 2 };
        match i {
            1 => n = -2,
            2 => n -= 1,
            5 | 6 => n = 55,
            _ => n += 1000,
        }
        n
    };
    let ran = one_block(48, text, vec![0; 48]);
    assert_eq!(ran.arrays[0], (0..48).map(expected).collect::<Vec<_>>());
    assert!(ran.outcome.counters.instructions.iter().any(|instr| instr.parted > 0));
}

#[test]
fn a_tree_in_shared_memory() {
    let text = "__global__ void k(int *a) {
        __shared__ int s[128];
        int t = threadIdx.x;
        s[t] = a[blockIdx.x * 128 + t];
        __syncthreads();
        for (int stride = 64; stride > 0; stride >>= 1) {
            if (t < stride) s[t] += s[t + stride];
            __syncthreads();
        }
        if (t == 0) a[blockIdx.x * 128] = s[0];
    }";
    let ran = run(text, [4, 1, 1], [128, 1, 1], vec![Arg::Ints((0..512).collect())]);
    for block in 0..4 {
        let first = block as i32 * 128;
        assert_eq!(ran.arrays[0][block * 128], (first..first + 128).sum::<i32>());
    }
    assert_eq!(ran.findings(), [""; 0]);
}

#[test]
fn a_missing_barrier_is_a_race() {
    let text = "__global__ void k(int *a) {
        __shared__ int s[64];
        s[threadIdx.x] = a[threadIdx.x];
        a[threadIdx.x] = s[63 - threadIdx.x];
    }";
    // The first warp comes too early and reads what the second has not written.
    assert_eq!(one_block(64, text, (0..64).collect()).findings(), ["Race", "Uninitialized"]);
}

/// Two sections after each other; `wait` stands where the second is needed.
fn sections(wait: &str, buffer: &str) -> String {
    format!(
        "__global__ void k(int *a) {{
        __shared__ int s[2][64];
        __pipeline_memcpy_async(&s[0][threadIdx.x], &a[threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        __pipeline_memcpy_async(&s[{buffer}][threadIdx.x], &a[64 + threadIdx.x], 4);
        __pipeline_commit();
        int first = s[0][63 - threadIdx.x];
        {wait}
        __syncthreads();
        a[threadIdx.x] = first + s[1][63 - threadIdx.x];
    }}"
    )
}

#[test]
fn copies_are_there_when_they_are_waited_for() {
    let ran = one_block(64, &sections("__pipeline_wait_prior(0);", "1"), (0..128).collect());
    assert_eq!(ran.findings(), [""; 0]);
    assert_eq!(ran.arrays[0][..2], [63 + 127, 62 + 126]);
    // All groups but the last: the second section is not waited for.
    let ran = one_block(64, &sections("__pipeline_wait_prior(1);", "1"), (0..128).collect());
    assert_eq!(ran.findings(), ["Uninitialized"]);
}

#[test]
fn a_copy_races_with_those_who_still_read() {
    let ran = one_block(64, &sections("__pipeline_wait_prior(0);", "0"), (0..128).collect());
    assert_eq!(ran.findings(), ["Race", "Uninitialized"]);
}

#[test]
fn blocks_race_in_device_memory() {
    let text = "__global__ void k(int *a) { if (threadIdx.x == 0) a[0] = blockIdx.x; }";
    let ran = run(text, [3, 1, 1], [32, 1, 1], vec![Arg::Ints(vec![0])]);
    assert_eq!(ran.findings(), ["Race"]);
    let same = "__global__ void k(int *a) { a[0] = 7; }";
    assert_eq!(run(same, [3, 1, 1], [32, 1, 1], vec![Arg::Ints(vec![0])]).findings(), [""; 0]);
}

#[test]
fn the_last_block_may_read_what_the_others_published() {
    let text = "__global__ void k(int *part, unsigned int *ticket, int *out) {
        __shared__ int last;
        if (threadIdx.x == 0) {
            part[blockIdx.x] = blockIdx.x + 1;
            __threadfence();
            last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
        }
        __syncthreads();
        if (last && threadIdx.x == 0) {
            int sum = 0;
            for (int i = 0; i < gridDim.x; i++) sum += part[i];
            out[0] = sum;
        }
    }";
    let args = vec![Arg::Room(8), Arg::Ints(vec![0]), Arg::Room(1)];
    let ran = run(text, [8, 1, 1], [32, 1, 1], args);
    assert_eq!(ran.findings(), [""; 0]);
    assert_eq!(ran.arrays[2], [36]);
}

#[test]
fn a_lock_orders_blocks() {
    let with = |first: &str, last: &str| {
        format!(
            "__global__ void k(int *lock, int *sum) {{
                if (threadIdx.x == 0) {{
                    {first}
                    sum[0] = sum[0] + 1;
                    {last}
                }}
            }}"
        )
    };
    let args = || vec![Arg::Ints(vec![0]), Arg::Ints(vec![0])];
    let taken = "while (atomicCAS(lock, 0, 1) != 0) ; __threadfence();";
    let given = "__threadfence(); atomicExch(lock, 0);";
    let ran = run(&with(taken, given), [8, 1, 1], [32, 1, 1], args());
    assert_eq!(ran.findings(), [""; 0]);
    assert_eq!(ran.arrays[1], [8]);
    // Without the fence nobody says that the sum is written before the lock is free.
    let ran = run(
        &with(taken, "atomicExch(lock, 0);").replace("__threadfence();", ""),
        [8, 1, 1],
        [32, 1, 1],
        args(),
    );
    // One for the read or the write, or for both: as the blocks meet.
    let is_race = |found: Vec<String>| !found.is_empty() && found.iter().all(|kind| kind == "Race");
    assert!(is_race(ran.findings()));
    assert!(is_race(run(&with("", ""), [8, 1, 1], [32, 1, 1], args()).findings()));
}

#[test]
fn what_is_outside_is_found() {
    let text = "__global__ void k(int *a) { a[threadIdx.x + 1] = 1; }";
    assert_eq!(one_block(4, text, vec![0; 4]).findings(), ["OutOfBounds"]);
    let text = "__global__ void k(int *a) { __shared__ int s[8]; s[threadIdx.x] = 1; a[0] = 1; }";
    assert_eq!(one_block(9, text, vec![0; 4]).findings(), ["OutOfBounds"]);
    let text = "__global__ void k(int *a) { int *p = 0; a[0] = p[3]; }";
    assert_eq!(one_block(1, text, vec![0; 4]).findings(), ["OutOfBounds"]);
}

#[test]
fn what_nobody_wrote_is_found() {
    let text = "__global__ void k(int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }";
    let ran = run(text, [1, 1, 1], [4, 1, 1], vec![Arg::Room(4), Arg::Room(4)]);
    assert_eq!(ran.findings(), ["Uninitialized"]);
}

#[test]
fn a_barrier_for_some_is_found() {
    let text = "__global__ void k(int *a) { if (threadIdx.x < 7) __syncthreads(); a[0] = 1; }";
    assert_eq!(one_block(32, text, vec![0]).findings(), ["DivergentBarrier"]);
}

#[test]
fn a_barrier_after_an_early_return_is_fine() {
    let text = "__global__ void k(int *a, int n) {
        int i = threadIdx.x;
        if (i >= n) return;
        if (i % 2) { if (i % 3 == 0) return; a[i] = 1; }
        __syncthreads();
        a[i] += 10;
    }";
    let ran = run(text, [1, 1, 1], [32, 1, 1], vec![Arg::Ints(vec![0; 32]), Arg::Int(9)]);
    assert_eq!(ran.findings(), [""; 0]);
    assert_eq!(ran.arrays[0][..10], [10, 11, 10, 0, 10, 11, 10, 11, 10, 0]);
}

#[test]
fn shuffles_and_votes() {
    let text = "__global__ void k(int *a) {
        int v = a[threadIdx.x];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
        int all = __shfl_sync(0xffffffffu, v, 0);
        unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x % 2);
        a[threadIdx.x] = all + (odd == 0xaaaaaaaau) + __any_sync(0xffffffffu, threadIdx.x == 31);
    }";
    let ran = one_block(32, text, (0..32).collect());
    assert_eq!(ran.arrays[0], vec![496 + 2; 32]);
}

#[test]
fn structs_functions_and_pointers() {
    let text = "struct point { int x, y; short tag; };
    __device__ int norm(struct point p) { p.x *= p.x; p.y *= p.y; return p.x + p.y; }
    __device__ void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    __global__ void k(int *a) {
        struct point p = { 3, .tag = 9, .y = (int)threadIdx.x }, q = p;
        int table[4] = { 10, 20, 30, 40 };
        swap(&table[0], &table[3]);
        swap(&q.x, &q.y);
        a[threadIdx.x] = norm(q) * 1000 + table[threadIdx.x] + q.tag + (q.y == 3);
    }";
    let ran = one_block(4, text, vec![0; 4]);
    let expected: Vec<i32> = (0..4).map(|t| (9 + t * t) * 1000 + [40, 20, 30, 10][t as usize] + 10).collect();
    assert_eq!(ran.arrays[0], expected);
}

#[test]
fn arithmetic_is_that_of_c() {
    let text = "__global__ void k(int *a) {
        unsigned char c = 250; c += 10; a[0] = c;
        int big = 2147483647; a[1] = big + 1 < 0;
        unsigned u = 1; a[2] = u - 2 > 0;
        a[3] = -7 / 2; a[4] = -7 % 3; a[5] = -8 >> 1; a[6] = (unsigned)-8 >> 28;
        float f = 0.1f; a[7] = f + 0.2f == 0.3f; a[8] = (int)-3.9f; a[9] = (int)(3.5 * 2);
        long long w = 1LL << 40; a[10] = (int)(w >> 38); a[11] = (int)sqrtf(49.0f) + max(3, -5) + abs(-4);
        a[12] = (a[0] ? 5 : 6) + (a[0] && !a[3]);
        a[13] = sizeof(double) + (char)300;
    }";
    let ran = one_block(1, text, vec![0; 14]);
    assert_eq!(ran.arrays[0], [4, 1, 1, -3, -1, -4, 15, 1, -3, 7, 4, 14, 5, 52]);
    assert_eq!(ran.findings(), [""; 0]);
}

#[test]
fn transactions_and_passes_are_counted() {
    let text = "__global__ void k(int *a) {
        __shared__ int s[1024];
        s[threadIdx.x * 32] = a[threadIdx.x * 32];
        a[threadIdx.x] = 1;
    }";
    let ran = one_block(32, text, vec![0; 1024]);
    let sites = &ran.outcome.counters.sites;
    let counts: Vec<_> = sites.iter().map(|s| (s.transactions, s.passes)).collect();
    assert!(counts.contains(&(32, 0)), "{counts:?}");
    assert!(counts.contains(&(0, 32)), "{counts:?}");
    assert!(counts.contains(&(4, 0)), "{counts:?}");
}

#[test]
fn atomics_do_not_race_and_add_up() {
    let text = "__global__ void k(int *a) { atomicAdd(&a[threadIdx.x % 4], 1); }";
    let ran = run(text, [5, 1, 1], [64, 1, 1], vec![Arg::Ints(vec![0; 4])]);
    assert_eq!(ran.arrays[0], [80; 4]);
    assert_eq!(ran.findings(), [""; 0]);
}

#[test]
fn kernels_print() {
    let text =
        "__global__ void k(int *a) { printf(\"thread %d of %u: %.1f\\n\", threadIdx.x, blockDim.x, 0.5); }";
    let ran = one_block(2, text, vec![0]);
    let text: Vec<u8> = ran.outcome.output.into_iter().flat_map(|(_, text)| text).collect();
    assert_eq!(String::from_utf8_lossy(&text), "thread 0 of 2: 0.5\nthread 1 of 2: 0.5\n");
}
