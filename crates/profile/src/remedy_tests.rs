//! The words for requests whose cost is known.

use super::*;
use crate::model::Variable;
use gpu::transactions;

/// An access whose one request is: lane `l` at `f(l)`.
fn access(memory: Memory, size: u64, row_bytes: Option<u64>, f: impl Fn(u64) -> u64) -> Access {
    let addresses: [u64; 32] = std::array::from_fn(|lane| f(lane as u64));
    let traffic = transactions::traffic(Gpu::H200, &addresses, u32::MAX, size);
    let passes = banks::passes(Gpu::H200, gpu::Way::Load, &addresses, u32::MAX, size);
    let is_global = memory == Memory::Global;
    let variable = Variable { name: "tile".to_owned(), offset: 0, row_bytes };
    Access {
        file: "a.cu".to_owned(),
        line: 1,
        column: 1,
        text: "a[i]".to_owned(),
        kind: Kind::Read,
        memory,
        size,
        requests: 1,
        lanes: 32,
        transactions: if is_global { traffic.transactions } else { 0 },
        ideal_transactions: if is_global { size } else { 0 },
        in_place_transactions: if is_global { size } else { 0 },
        bytes_asked: 32 * size,
        bytes_moved: if is_global { traffic.bytes } else { 0 },
        passes: if is_global { 0 } else { passes },
        ideal_passes: u64::from(!is_global) * size.div_ceil(4),
        seconds: 0.0,
        share: 0.0,
        remedy: None,
        sample: Some(Sample {
            block: [0; 3],
            warp: 0,
            addresses: addresses.map(Some).to_vec(),
            cost: if is_global { traffic.transactions } else { passes },
            variable: Some(variable),
        }),
    }
}

fn words(access: Access) -> String {
    remedy(Gpu::H200, &access, false).unwrap_or_default()
}

#[test]
fn what_is_as_good_as_can_be_needs_none() {
    assert_eq!(words(access(Memory::Global, 4, None, |l| 1024 + 4 * l)), "");
    assert_eq!(words(access(Memory::Global, 4, None, |_| 1024)), "");
    assert_eq!(words(access(Memory::Shared, 4, None, |l| 4 * l)), "");
    assert_eq!(words(access(Memory::Shared, 8, None, |l| 8 * l)), "");
}

#[test]
fn strides_of_device_memory() {
    assert_eq!(
        words(access(Memory::Global, 4, None, |l| 12288 * l)),
        "stride 12288 across the warp: 32 sectors per request, 4 would do; `warploom coalesce` stages it"
    );
    assert_eq!(
        words(access(Memory::Global, 4, None, |l| 12 * l)),
        "every 3. element: 12 sectors per request, 4 would do; an array for each member, not an array of structures"
    );
    assert_eq!(
        words(access(Memory::Global, 4, None, |l| 1028 + 4 * l)),
        "neighbours, but 4 bytes into a sector: 5 sectors per request, 4 would do; start rows at multiples of 128 bytes"
    );
}

#[test]
fn narrow_blocks_have_several_rows_in_a_warp() {
    let rows = words(access(Memory::Global, 4, None, |l| l / 4 * 4096 + l % 4 * 4));
    assert!(rows.starts_with("8 rows in one warp: 8 sectors per request"), "{rows}");
}

#[test]
fn a_padding_is_advised_where_it_helps() {
    // A column of a tile of 32 x 8: every fourth row in the same bank.
    let conflict = access(Memory::Shared, 4, Some(32), |l| 32 * l);
    assert_eq!(words(conflict.clone()), "8-way bank conflict: pad(1) removes it, rows of 9 instead of 8");
    assert_eq!(remedy(Gpu::H200, &conflict, true).as_deref(), Some("8-way bank conflict: pad(1) removes it"));
    let flat = words(access(Memory::Shared, 4, None, |l| 128 * l));
    assert_eq!(flat, "32-way bank conflict: stride 32 words; odd strides have none");
}

#[test]
fn a_crowd_at_one_word_should_add_up_first() {
    let mut atomic = access(Memory::Global, 4, None, |_| 4096);
    atomic.kind = Kind::Atomic;
    assert_eq!(words(atomic), "32 lanes update one word: add up within the warp first");
}
