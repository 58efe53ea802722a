//! Shared arrays: size, place and what must be tested.

use proptest::prelude::*;

use crate::fixture::{Analyzed, analyzed};
use crate::{KernelFacts, SharedFacts};

/// A kernel over `float a[N]`-like arrays with the given clauses and region.
fn kernel(arrays: &str, clauses: &str, region: &str) -> Analyzed {
    analyzed(&format!(
        "float {arrays};\nvoid f(int n) {{\n\
         #pragma hicuda global alloc a[*]{more} copyin\n#pragma hicuda global alloc b[*]{more}\n\
         #pragma hicuda kernel kk {clauses}\n{region}\n#pragma hicuda kernel_end\n\
         #pragma hicuda global copyout b[*]{more}\n#pragma hicuda global free a b\n}}\n",
        more = if arrays.contains("][") { "[*]" } else { "" }
    ))
}

/// `[lo:extent][lo:extent]` of a shared array.
fn shape(found: &Analyzed, kernel: &KernelFacts, shared: &SharedFacts) -> String {
    let dims = shared.dims.iter();
    dims.map(|dim| format!("[{}:{}]", found.formula(kernel, &dim.lo), dim.extent)).collect()
}

fn only(found: &Analyzed) -> String {
    let kernel = found.kernel();
    assert_eq!(kernel.shared.len(), 1);
    shape(found, kernel, &kernel.shared[0])
}

const LOOP: &str = "#pragma hicuda loop_partition over_tblock over_thread\n";

#[test]
fn a_stencil_tile_has_a_halo() {
    let region = format!(
        "{LOOP}for (int i = 1; i < 1023; i++) {{\n#pragma hicuda shared alloc a[i-1:i+1] copyin\n\
         b[i] = a[i-1] + a[i] + a[i+1];\n#pragma hicuda shared remove a\n}}"
    );
    let found = kernel("a[1024], b[1024]", "tblock(8) thread(128)", &region);
    assert_eq!(only(&found), "[i - 1:130]");
    let copyin = found.kernel().shared[0].copyin.as_ref().unwrap();
    // 1022 iterations in 8 chunks of 128: the last batch reaches beyond the end.
    assert_eq!((copyin.dims[0].check_low, copyin.dims[0].check_high), (false, true));
    assert_eq!(found.kernel().shared[0].accesses.len(), 3);
}

#[test]
fn an_exact_division_needs_no_test() {
    let region = format!(
        "{LOOP}for (int i = 0; i < 1024; i++) {{\n#pragma hicuda shared alloc a[i] copyin\n\
         b[i] = a[i];\n#pragma hicuda shared remove a\n}}"
    );
    let found = kernel("a[1024], b[1024]", "tblock(8) thread(128)", &region);
    assert_eq!(only(&found), "[i:128]");
    let dim = &found.kernel().shared[0].copyin.as_ref().unwrap().dims[0];
    assert_eq!((dim.check_low, dim.check_high), (false, false));
}

#[test]
fn matrix_product_tiles() {
    let region = "#pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 64; i++) {\n\
         #pragma hicuda loop_partition over_tblock over_thread\nfor (int j = 0; j < 64; j++) {\nfloat s = 0;\n\
         for (int kk = 0; kk < 64; kk += 16) {\n\
         #pragma hicuda shared alloc a[i][kk:kk+15] copyin\n\
         #pragma hicuda barrier\n\
         for (int k = 0; k < 16; k++) s += a[i][kk+k];\n\
         #pragma hicuda barrier\n#pragma hicuda shared remove a\n}\n b[i][j] = s; } }";
    let found = kernel("a[64][64], b[64][64]", "tblock(4,4) thread(16,16)", region);
    assert_eq!(only(&found), "[i:16][kk:16]");
    let kernel = found.kernel();
    assert!(kernel.partitions.values().all(|partition| partition.batched));
    assert_eq!(kernel.barriers.len(), 0);
    let dims = &kernel.shared[0].copyin.as_ref().unwrap().dims;
    assert!(dims.iter().all(|dim| !dim.check_low && !dim.check_high));
}

#[test]
fn sizes_that_are_not_constant() {
    let region = |section: &str| {
        format!(
            "{LOOP}for (int i = 0; i < 64; i++) {{\n#pragma hicuda shared alloc {section} copyin\n\
             b[i] = a[i];\n#pragma hicuda shared remove a\n}}"
        )
    };
    let found = |clauses, section| kernel("a[64], b[64]", clauses, &region(section)).messages();
    assert_eq!(
        found("tblock(4) thread(16)", "a[i:i+n]"),
        ["E0514 8 the size of `a` in shared memory is not a constant"]
    );
    assert_eq!(
        found("tblock(4) thread(n)", "a[i]"),
        ["E0514 8 the size of `a` in shared memory is not a constant"]
    );
    assert_eq!(
        found("tblock(4) thread(16)", "a[i*i]"),
        ["E0514 8 the size of `a` in shared memory is not a constant"]
    );
}

#[test]
fn accesses_outside_the_section() {
    let region = |body: &str| {
        format!(
            "{LOOP}for (int i = 0; i < 32; i++) {{\n#pragma hicuda shared alloc a[i] copyin\n{body}\n#pragma hicuda shared remove a\n}}"
        )
    };
    let found = |body| kernel("a[64], b[64]", "tblock(2) thread(16)", &region(body)).messages();
    assert_eq!(found("b[i] = a[i + 1];"), ["E0515 9 this access can leave the shared part of `a`"]);
    assert_eq!(found("if (i < 15) b[i] = a[i];"), [""; 0]);
    // Not decided: served by the device copy, unless the shared one changes.
    let slow = "W1105 9 this access to `a` is not proven to be in the shared part, and reads device memory";
    assert_eq!(found("b[i] = a[(int)b[i]];"), [slow]);
    assert_eq!(found("b[i] = a[i + n];"), [slow]);
    assert_eq!(
        found("a[i] = 1; b[i] = a[i + n];"),
        ["E0515 9 cannot prove that this access stays inside the shared part of `a`"]
    );
}

#[test]
fn a_second_copy_and_local_arrays() {
    let twice = |body: &str| {
        let text = format!(
            "{LOOP}for (int i = 0; i < 32; i++) {{\n#pragma hicuda shared alloc a[i] copyin\n\
             #pragma hicuda shared alloc a[i] copyin\n{body}\n}}"
        );
        kernel("a[64], b[64]", "tblock(2) thread(16)", &text).codes()
    };
    // What is only read may have several sections.
    assert_eq!(twice("b[i] = a[i];"), [""; 0]);
    assert!(twice("a[i] = b[i];").contains(&"E0516"));
    // Outside the whole of an array no access can be.
    let any = "float t[16];\n#pragma hicuda shared alloc t[*]\nfor (int i = 0; i < n; i++) b[i] = t[i];";
    assert_eq!(kernel("a[64], b[64]", "tblock(1) thread(16)", any).codes(), ["W1102"]);
    let local = "float t[16];\n#pragma hicuda shared alloc t[*]\n#pragma hicuda loop_partition over_thread\n\
         for (int i = 0; i < 16; i++) t[i] = a[i];\n#pragma hicuda loop_partition over_thread\n\
         for (int i = 0; i < 16; i++) b[i] = t[15 - i];";
    let found = kernel("a[64], b[64]", "tblock(1) thread(16)", local);
    assert_eq!(only(&found), "[0:16]");
    // What one thread wrote another reads: a barrier between the loops.
    assert_eq!(found.kernel().barriers.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The widened section is what enumeration of the batch gives.
    #[test]
    fn widening_is_enumeration(
        slope in -3i64..=3, offset in 0i64..5, length in 0i64..4, threads in 1u64..20, step in 1i64..4,
    ) {
        prop_assume!(slope != 0);
        let lo = format!("{slope} * i + {}", offset + 400);
        let region = format!(
            "#pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i += {step}) {{\n\
             #pragma hicuda shared alloc a[{lo}:{lo}+{length}] copyin\nb[i] = a[{lo}];\n#pragma hicuda shared remove a\n}}"
        );
        let found = kernel("a[1024], b[1024]", &format!("tblock(1) thread({threads})"), &region);
        let kernel = found.kernel();
        let dim = &kernel.shared[0].dims[0];
        let lasts = (0..threads as i64).map(|t| slope * t * step);
        let (least, most) = (lasts.clone().min().unwrap(), lasts.max().unwrap() + length);
        prop_assert_eq!(dim.extent as i64, most - least + 1);
        prop_assert_eq!(dim.lo.constant_part(), i128::from(offset + 400 + least));
    }
}
