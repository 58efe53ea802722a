//! What the functions that generated kernels call consist of.
//!
//! ```text
//! __device__ static float block_sum(float value)
//! {
//!     __shared__ float of_warps[32];
//!     int threads = blockDim.x * blockDim.y * blockDim.z;
//!     int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
//!     …
//! ```
//! Invariant: blocks of any size and shape; a lane takes part in a shuffle only if it
//! is there.

use hir::{
    Axis, BinaryOp, Builder, CastKind, CudaSpecs, ExprId, ExprKind, GridQuery, Qualifiers, ReductionOp,
    StmtId, StmtKind, Type, UnaryOp, VarId,
};
use kir::{combine_into, neutral};

use super::combined_parts::{Parts, Published, elements, named_parts, stored};
use super::combining::{Combination, Helper, Helpers};
use super::reduction::library_extreme;
use crate::Language;

/// A function before it has a name.
pub(super) struct Body {
    pub params: Vec<VarId>,
    pub result: Type,
    pub stmts: Vec<StmtId>,
}

impl Body {
    /// Without the `return` that it ends with.
    fn without_result(mut self) -> Body {
        self.stmts.pop();
        Body { result: Type::VOID, ..self }
    }
}

/// The body of a helper for values of type `of`.
pub(super) fn body(helpers: &mut Helpers, b: &mut Builder<'_>, helper: Helper, of: Type) -> Body {
    match helper {
        Helper::Warp(how) => warp(b, how, of),
        Helper::Block(how) if helpers.language.has_shuffles() => block(helpers, b, how, of),
        Helper::Block(how) => whole_block(helpers, b, how, of),
        Helper::BlockOf(how) => block_of(helpers, b, how, of),
        Helper::Lanes(how) => lanes(b, how, of),
        Helper::Group(how) => group(b, how, of),
        Helper::Column(how) => column(b, how, of),
        Helper::LastBlock => last_block(b, helpers.language),
        Helper::Publish => publish(b, of),
        Helper::Published => published(b, of),
        Helper::Atomic(op) => atomic(b, op, of, helpers.language).without_result(),
        Helper::AtomicFetch(op) => atomic(b, op, of, helpers.language),
        Helper::AtomicWrap { is_up } => atomic_wrap(b, is_up, helpers.language),
        Helper::Quotient => quotient(b, of),
        Helper::SmallQuotient => small_quotient(b, of),
        Helper::InverseRoot => super::inverse_root::body(b),
        Helper::FirstSet => first_set(b, of),
        Helper::SwappedBytes => swapped_bytes(b, of),
    }
}

/// The tree of shuffles in which lanes that are not there are left out.
fn warp(b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    let parts = Parts::new(b, how, of);
    let (lane, lanes) = (b.local("lane", Type::INT), b.local("lanes", Type::INT));
    let mut stmts = Vec::new();
    let lanes_value = b.var(lanes);
    let mask = lane_mask(b, lanes_value);
    let present = named(b, "present", Type::UINT, mask, &mut stmts);
    let offset = b.local("offset", Type::INT);
    let mut inside = Vec::new();
    let others = parts.shuffled(b, "__shfl_down_sync", present, offset, &mut inside);
    let (lane_value, offset_value, lanes_value) = (b.var(lane), b.var(offset), b.var(lanes));
    let partner = b.add(lane_value, offset_value);
    let is_there = b.binary(BinaryOp::Lt, partner, lanes_value);
    let combine = parts.combined_with(b, &others);
    inside.push(b.if_then(is_there, vec![combine]));
    let first = b.int(16);
    stmts.push(halving(b, offset, first, inside));
    stmts.extend(parts.returned(b, &parts.own, true));
    parts.body([lane, lanes], of, stmts)
}

/// Warps first, then the results of warps by the first of them.
fn block(helpers: &mut Helpers, b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    let parts = Parts::new(b, how, of);
    let mut stmts = Vec::new();
    let of_warps = parts.shared(b, "of_warps", 32, &mut stmts);
    let threads = all_threads(b);
    let threads = named(b, "threads", Type::INT, threads, &mut stmts);
    let thread = thread_number(b);
    let thread = named(b, "thread", Type::INT, thread, &mut stmts);
    let size = b.int(32);
    let lane = b.rem(thread, size);
    let lane = named(b, "lane", Type::INT, lane, &mut stmts);
    let warp = b.div(thread, size);
    let warp = named(b, "warp", Type::INT, warp, &mut stmts);
    let last = b.int(31);
    let warps = b.add(threads, last);
    let warps = b.div(warps, size);
    let warps = named(b, "warps", Type::INT, warps, &mut stmts);

    let before = b.mul(warp, size);
    let left = b.sub(threads, before);
    let present = b.call("min", vec![size, left], Type::INT);
    stmts.extend(parts.through(helpers, b, Helper::Warp(how), &parts.own, &[lane, present]));
    // Others may still be reading what the last call left.
    stmts.push(b.stmt(StmtKind::Barrier));
    let zero = b.int(0);
    let is_first_lane = b.binary(BinaryOp::Eq, lane, zero);
    let slots = elements(b, &of_warps, warp);
    let store = stored(b, &slots, &parts.own);
    stmts.push(b.if_then(is_first_lane, store));
    stmts.push(b.stmt(StmtKind::Barrier));

    let first_slots = elements(b, &of_warps, zero);
    let one = b.int(1);
    let alone = b.binary(BinaryOp::Eq, warps, one);
    let result = parts.returned(b, &first_slots, false);
    stmts.push(b.if_then(alone, result));
    let is_first_warp = b.binary(BinaryOp::Eq, warp, zero);
    let has_slot = b.binary(BinaryOp::Lt, lane, warps);
    let takes_part = b.binary(BinaryOp::And, is_first_warp, has_slot);
    let own_slots = elements(b, &of_warps, lane);
    let mut combine = parts.through(helpers, b, Helper::Warp(how), &own_slots, &[lane, warps]);
    let store = stored(b, &first_slots, &parts.own);
    combine.push(b.if_then(is_first_lane, store));
    stmts.push(b.if_then(takes_part, combine));
    stmts.push(b.stmt(StmtKind::Barrier));
    stmts.extend(parts.returned(b, &first_slots, true));
    parts.body([], of, stmts)
}

/// Without shuffles: the group that has all threads.
fn whole_block(helpers: &mut Helpers, b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    let parts = Parts::new(b, how, of);
    let threads = all_threads(b);
    let stmts = parts.result_of(helpers, b, Helper::Group(how), &[threads]);
    parts.body([], of, stmts)
}

fn block_of(helpers: &mut Helpers, b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    // A pair is computed where its parameters point; a value is a local.
    let parts = Parts::new(b, how, of);
    let mut params = if how.at.is_some() { parts.params.clone() } else { Vec::new() };
    let arrays = parts.types(b).into_iter().zip(["values", "places"]);
    let arrays: Vec<Published> = arrays.map(|(of, name)| Published::new(helpers, b, of, name)).collect();
    params.extend(arrays.iter().map(|array| array.var));
    let count = b.local("count", Type::UINT);
    params.push(count);
    let mut element = |b: &mut Builder<'_>, at: ExprId| -> Vec<ExprId> {
        arrays.iter().map(|array| array.element(helpers, b, at)).collect()
    };
    let mut stmts = Vec::new();
    let zero = b.int(0);
    let first = match neutral(how.op) {
        Some(number) => vec![b.int(number)],
        None => element(b, zero),
    };
    match how.at {
        None => stmts.push(b.declare(parts.params[0], first.first().copied())),
        Some(_) => stmts.extend(stored(b, &parts.own, &first)),
    }
    let index = b.local("i", Type::UINT);
    let at = b.var(index);
    let mut inside = Vec::new();
    let mut others = element(b, at);
    if how.at.is_some() {
        others = named_parts(b, &["other", "other_at"], &others, &mut inside);
    }
    inside.push(parts.combined_with(b, &others));
    let (thread, end, threads) = (thread_number(b), b.var(count), all_threads(b));
    stmts.push(b.count(index, thread, end, threads, true, inside));
    stmts.extend(parts.result_of(helpers, b, Helper::Block(how), &[]));
    Body { params, result: parts.result(of), stmts }
}

fn lanes(b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    let parts = Parts::new(b, how, of);
    let lanes = b.local("lanes", Type::INT);
    let mut stmts = Vec::new();
    let thread = thread_number(b);
    let thread = named(b, "thread", Type::INT, thread, &mut stmts);
    let (count, size) = (b.var(lanes), b.int(32));
    let lane = b.rem(thread, size);
    let number = b.div(lane, count);
    let first = b.mul(number, count);
    let first = named(b, "first", Type::INT, first, &mut stmts);
    let mask = lane_mask(b, count);
    let mask = b.binary(BinaryOp::Shl, mask, first);
    let group = named(b, "group", Type::UINT, mask, &mut stmts);
    let offset = b.local("offset", Type::INT);
    let mut inside = Vec::new();
    let others = parts.shuffled(b, "__shfl_xor_sync", group, offset, &mut inside);
    inside.push(parts.combined_with(b, &others));
    let two = b.int(2);
    let half = b.div(count, two);
    stmts.push(halving(b, offset, half, inside));
    stmts.extend(parts.returned(b, &parts.own, true));
    parts.body([lanes], of, stmts)
}

fn group(b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    let parts = Parts::new(b, how, of);
    let count = b.local("count", Type::INT);
    let mut stmts = Vec::new();
    let slots = parts.shared(b, "parts", 1024, &mut stmts);
    let thread = thread_number(b);
    let thread = named(b, "thread", Type::INT, thread, &mut stmts);
    let all = b.var(count);
    let place = b.rem(thread, all);
    let place = named(b, "place", Type::INT, place, &mut stmts);
    let first = b.sub(thread, place);
    halved(b, &parts, Halved { count: all, place, first, slots, thread, width: None }, &mut stmts);
    parts.body([count], of, stmts)
}

fn column(b: &mut Builder<'_>, how: Combination, of: Type) -> Body {
    let parts = Parts::new(b, how, of);
    let count = b.local("count", Type::INT);
    let width = b.local("width", Type::INT);
    let mut stmts = Vec::new();
    let slots = parts.shared(b, "parts", 1024, &mut stmts);
    let thread = thread_number(b);
    let thread = named(b, "thread", Type::INT, thread, &mut stmts);
    let (all, apart) = (b.var(count), b.var(width));
    let place = b.div(thread, apart);
    let place = named(b, "place", Type::INT, place, &mut stmts);
    let first = b.rem(thread, apart);
    halved(b, &parts, Halved { count: all, place, first, slots, thread, width: Some(apart) }, &mut stmts);
    parts.body([count, width], of, stmts)
}

/// Threads that combine their values through shared memory.
struct Halved {
    /// How many they are.
    count: ExprId,
    /// This thread's number among them, and the first of them.
    place: ExprId,
    first: ExprId,
    slots: Vec<ExprId>,
    thread: ExprId,
    /// How far they lie apart, where they are not neighbours.
    width: Option<ExprId>,
}

/// The upper half of the threads gives its values to the lower half, until one is left.
fn halved(b: &mut Builder<'_>, parts: &Parts, group: Halved, stmts: &mut Vec<StmtId>) {
    let Halved { count, place, first, slots, thread, width } = group;
    stmts.push(b.stmt(StmtKind::Barrier));
    let own_slots = elements(b, &slots, thread);
    stmts.extend(stored(b, &own_slots, &parts.own));

    let left = b.local("left", Type::INT);
    let (left_value, one, two) = (b.var(left), b.int(1), b.int(2));
    let mut inside = Vec::new();
    let half = b.add(left_value, one);
    let half = b.div(half, two);
    let half_value = named(b, "half", Type::INT, half, &mut inside);
    inside.push(b.stmt(StmtKind::Barrier));
    let pairs = b.div(left_value, two);
    let has_partner = b.binary(BinaryOp::Lt, place, pairs);
    let distance = width.map_or(half_value, |width| b.mul(half_value, width));
    let partner = b.add(thread, distance);
    let partners = elements(b, &slots, partner);
    let combine = parts.how.into_of(b, &own_slots, &partners);
    inside.push(b.if_then(has_partner, vec![combine]));
    let init = Some(b.declare(left, Some(count)));
    let cond = Some(b.binary(BinaryOp::Gt, left_value, one));
    let step = Some(b.expr(ExprKind::Assign { lhs: left_value, rhs: half }, Type::INT));
    let inside = b.block(inside);
    stmts.push(b.stmt(StmtKind::For { init, cond, step, body: inside }));
    stmts.push(b.stmt(StmtKind::Barrier));
    let first = elements(b, &slots, first);
    stmts.extend(parts.returned(b, &first, true));
}

/// The counter counts to the last block, and is 0 again for the next launch.
fn last_block(b: &mut Builder<'_>, language: Language) -> Body {
    let pointer = b.program.types.pointer_to(Type::UINT);
    let counter = b.local("blocks_done", pointer);
    let mut stmts = Vec::new();
    let is_last = b.local("is_last", Type::INT);
    b.program.vars[is_last].cuda = CudaSpecs::SHARED;
    stmts.push(b.declare(is_last, None));
    let last = all_blocks(b);
    let one = b.int(1);
    let last = b.sub(last, one);
    let last = named(b, "last", Type::UINT, last, &mut stmts);
    let zero = b.int(0);
    let tests = [Axis::X, Axis::Y, Axis::Z].map(|axis| {
        let index = b.grid(GridQuery::ThreadIndex, axis);
        b.binary(BinaryOp::Eq, index, zero)
    });
    let counter_value = b.var(counter);
    let fence = |b: &mut Builder<'_>| {
        let call = match language.is_cpp() {
            true => b.call(language.fence(), Vec::new(), Type::VOID),
            // The fence of OpenCL 1.2 is for a work group; drivers keep the order of atomic operations.
            false => {
                let nothing = b.int(0);
                let nothing = b.cast(nothing, Type::UINT);
                b.call("atomic_add", vec![counter_value, nothing], Type::UINT)
            }
        };
        b.stmt(StmtKind::Expr(call))
    };
    let is_last_value = b.var(is_last);
    let number = match language.is_cpp() {
        true => b.call("atomicInc", vec![counter_value, last], Type::UINT),
        false => b.call("atomic_inc", vec![counter_value], Type::UINT),
    };
    let answer = b.binary(BinaryOp::Eq, number, last);
    let mut one_thread = vec![fence(b), b.assign(is_last_value, answer), fence(b)];
    if !language.is_cpp() {
        // No operation counts and begins again: the last one does that.
        let nothing = b.cast(zero, Type::UINT);
        let again = b.call(language.exchange(), vec![counter_value, nothing], Type::UINT);
        let again = b.stmt(StmtKind::Expr(again));
        one_thread.push(b.if_then(is_last_value, vec![again]));
    }
    if let Some(is_first) = b.all_of(&tests) {
        stmts.push(b.if_then(is_first, one_thread));
    }
    stmts.push(b.stmt(StmtKind::Barrier));
    stmts.push(b.stmt(StmtKind::Return(Some(is_last_value))));
    Body { params: vec![counter], result: Type::INT, stmts }
}

/// A value that one block stores and another reads.
struct Passed {
    place: VarId,
    /// The address of each of its words in memory, and that word of the value.
    words: Vec<(ExprId, ExprId)>,
}

impl Passed {
    /// Of 4 or 8 bytes: all devices have atomic operations for words.
    fn new(b: &mut Builder<'_>, of: Type, value: VarId, stmts: &mut Vec<StmtId>) -> Passed {
        let pointer = b.program.types.pointer_to(of.qualified(Qualifiers::VOLATILE));
        let place = b.local("place", pointer);
        let address = b.var(place);
        let there = pointer_cast(b, address, Type::UINT.qualified(Qualifiers::VOLATILE));
        let word_pointer = b.program.exprs[there].ty;
        let there = named(b, "there", word_pointer, there, stmts);
        let (own, pointer) = (b.var(value), b.program.types.pointer_to(of));
        let own = b.expr(ExprKind::AddrOf(own), pointer);
        let here = pointer_cast(b, own, Type::UINT);
        let here_type = b.program.exprs[here].ty;
        let here = named(b, "here", here_type, here, stmts);
        let count = if b.program.size_of(of) == Some(8) { 2 } else { 1 };
        let word = |number| {
            let number = b.int(number);
            let (target, word) = (b.index(there, &[number]), b.index(here, &[number]));
            (b.expr(ExprKind::AddrOf(target), word_pointer), word)
        };
        Passed { place, words: (0..count).map(word).collect() }
    }
}

/// `atomic_xchg(&there[0], here[0]);`
fn publish(b: &mut Builder<'_>, of: Type) -> Body {
    let mut stmts = Vec::new();
    let value = b.local("value", of);
    let Passed { place, words } = Passed::new(b, of, value, &mut stmts);
    for (target, word) in words {
        let call = b.call(Language::OpenCl.exchange(), vec![target, word], Type::UINT);
        stmts.push(b.stmt(StmtKind::Expr(call)));
    }
    Body { params: vec![place, value], result: Type::VOID, stmts }
}

/// `here[0] = atomic_or(&there[0], 0);`
fn published(b: &mut Builder<'_>, of: Type) -> Body {
    let value = b.local("value", of);
    let mut stmts = vec![b.declare(value, None)];
    let Passed { place, words } = Passed::new(b, of, value, &mut stmts);
    for (target, word) in words {
        let nothing = b.int(0);
        let nothing = b.cast(nothing, Type::UINT);
        let read = b.call("atomic_or", vec![target, nothing], Type::UINT);
        stmts.push(b.assign(word, read));
    }
    stmts.push(returned(b, value));
    Body { params: vec![place], result: of, stmts }
}

/// A word that is compared and swapped until no other thread came between.
struct Swapping {
    /// What was there when it was last looked at.
    seen: ExprId,
    /// What was there before the new word was made of it.
    expected: ExprId,
}

impl Swapping {
    /// Declares the variables. The first word is a guess: the first swap tells what is there.
    fn new(b: &mut Builder<'_>, word: Type, stmts: &mut Vec<StmtId>) -> Swapping {
        let guess = b.int(0);
        let seen = named(b, "seen", word, guess, stmts);
        let expected = b.local("expected", word);
        stmts.push(b.declare(expected, None));
        Swapping { seen, expected: b.var(expected) }
    }

    /// Makes the new word of what is expected, and swaps, until that was there.
    fn until_done(&self, b: &mut Builder<'_>, making: Vec<StmtId>, swap: ExprId) -> StmtId {
        let mut inside = vec![b.assign(self.expected, self.seen)];
        inside.extend(making);
        inside.push(b.assign(self.seen, swap));
        let body = b.block(inside);
        let cond = b.binary(BinaryOp::Ne, self.seen, self.expected);
        b.stmt(StmtKind::DoWhile { body, cond })
    }
}

/// Combines a value with a word in memory.
fn atomic(b: &mut Builder<'_>, op: ReductionOp, of: Type, language: Language) -> Body {
    if b.program.size_of(of) == Some(2) && !language.swaps_halves() {
        return atomic_half(b, op, of, language);
    }
    let word_type = match b.program.size_of(of) {
        Some(2) => hir::BuiltinType::UShort,
        Some(8) => hir::BuiltinType::ULongLong,
        _ => hir::BuiltinType::UInt,
    };
    let word = Type::builtin(word_type);
    let pointer = b.program.types.pointer_to(of);
    let (target, other) = (b.local("target", pointer), b.local("other", of));
    let mut stmts = Vec::new();
    let target_value = b.var(target);
    let swapping = Swapping::new(b, word, &mut stmts);
    let mut inside = Vec::new();
    let value = b.local("value", of);
    let old = reinterpreted(b, swapping.expected, word, of);
    inside.push(b.declare(value, Some(old)));
    let other_value = b.var(other);
    inside.push(combined_with(b, op, value, other_value));
    let value_now = b.var(value);
    let new = reinterpreted(b, value_now, of, word);
    let place = pointer_cast(b, target_value, word);
    let swap = b.call(language.compare_and_swap(word_type), vec![place, swapping.expected, new], word);
    stmts.push(swapping.until_done(b, inside, swap));
    let old = reinterpreted(b, swapping.seen, word, of);
    stmts.push(b.stmt(StmtKind::Return(Some(old))));
    Body { params: vec![target, other], result: of, stmts }
}

/// CUDA's `atomicInc` and `atomicDec`, in the same way: the next number from 0 to `last`.
fn atomic_wrap(b: &mut Builder<'_>, is_up: bool, language: Language) -> Body {
    let pointer = b.program.types.pointer_to(Type::UINT);
    let (target, last) = (b.local("target", pointer), b.local("last", Type::UINT));
    let mut stmts = Vec::new();
    let swapping = Swapping::new(b, Type::UINT, &mut stmts);
    let (expected, last_value, one) = (swapping.expected, b.var(last), b.int(1));
    let is_within = match is_up {
        true => b.binary(BinaryOp::Lt, expected, last_value),
        // Zero less one is behind the last.
        false => {
            let before = b.binary(BinaryOp::Sub, expected, one);
            b.binary(BinaryOp::Lt, before, last_value)
        }
    };
    let step = if is_up { BinaryOp::Add } else { BinaryOp::Sub };
    let next = b.binary(step, expected, one);
    let (zero, target_value) = (b.int(0), b.var(target));
    let otherwise = if is_up { zero } else { last_value };
    let next = b.expr(ExprKind::Conditional { cond: is_within, then: Some(next), otherwise }, Type::UINT);
    let swap = language.compare_and_swap(hir::BuiltinType::UInt);
    let swap = b.call(swap, vec![target_value, expected, next], Type::UINT);
    stmts.push(swapping.until_done(b, Vec::new(), swap));
    stmts.push(b.stmt(StmtKind::Return(Some(swapping.seen))));
    Body { params: vec![target, last], result: Type::UINT, stmts }
}

/// The same for a half of a word where only words can be swapped: its other half stays what it is.
fn atomic_half(b: &mut Builder<'_>, op: ReductionOp, of: Type, language: Language) -> Body {
    let pointer = b.program.types.pointer_to(of);
    let (target, other) = (b.local("target", pointer), b.local("other", of));
    let mut stmts = Vec::new();
    let operand = b.var(target);
    let kind = ExprKind::Cast { kind: CastKind::PointerToInt, implicit: false, operand };
    let (address, two) = (b.expr(kind, Type::ULONG), b.int(2));
    let behind = b.binary(BinaryOp::BitAnd, address, two);
    let behind = named(b, "behind", Type::ULONG, behind, &mut stmts);
    let bytes = pointer_cast(b, operand, Type::CHAR);
    let bytes_type = b.program.exprs[bytes].ty;
    let start = b.expr(ExprKind::Binary { op: BinaryOp::Sub, lhs: bytes, rhs: behind }, bytes_type);
    let word = pointer_cast(b, start, Type::UINT);
    let eight = b.int(8);
    let shift = b.binary(BinaryOp::Mul, behind, eight);
    let shift = named(b, "shift", Type::ULONG, shift, &mut stmts);
    let swapping = Swapping::new(b, Type::UINT, &mut stmts);
    let expected = swapping.expected;
    let mut inside = Vec::new();
    let shifted = b.binary(BinaryOp::Shr, expected, shift);
    let old = b.cast(shifted, of);
    let value = b.local("value", of);
    inside.push(b.declare(value, Some(old)));
    let other_value = b.var(other);
    inside.push(combined_with(b, op, value, other_value));
    let value = b.var(value);
    let half = b.cast(value, Type::builtin(hir::BuiltinType::UShort));
    let half = b.cast(half, Type::UINT);
    let half = b.binary(BinaryOp::Shl, half, shift);
    let text = Some(b.symbol("0xffffu"));
    let mask = b.expr(ExprKind::Int { value: 0xffff, text }, Type::UINT);
    let mask = b.binary(BinaryOp::Shl, mask, shift);
    let mask = b.expr(ExprKind::Unary { op: hir::UnaryOp::BitNot, operand: mask }, Type::UINT);
    let kept = b.binary(BinaryOp::BitAnd, expected, mask);
    let new = b.binary(BinaryOp::BitOr, kept, half);
    let swap = language.compare_and_swap(hir::BuiltinType::UInt);
    let swap = b.call(swap, vec![word, expected, new], Type::UINT);
    stmts.push(swapping.until_done(b, inside, swap));
    let shifted = b.binary(BinaryOp::Shr, swapping.seen, shift);
    let old = b.cast(shifted, of);
    stmts.push(b.stmt(StmtKind::Return(Some(old))));
    Body { params: vec![target, other], result: of, stmts }
}

/// `T name = value;`, and the name.
pub(super) fn named(
    b: &mut Builder<'_>,
    name: &str,
    ty: Type,
    value: ExprId,
    stmts: &mut Vec<StmtId>,
) -> ExprId {
    let var = b.local(name, ty);
    stmts.push(b.declare(var, Some(value)));
    b.var(var)
}

/// `value op= other;`
fn combined_with(b: &mut Builder<'_>, op: ReductionOp, value: VarId, other: ExprId) -> StmtId {
    let value = b.var(value);
    combine_into(b, op, value, other, &mut library_extreme)
}

fn returned(b: &mut Builder<'_>, value: VarId) -> StmtId {
    let value = b.var(value);
    b.stmt(StmtKind::Return(Some(value)))
}

/// `for (int offset = first; offset > 0; offset /= 2)`
fn halving(b: &mut Builder<'_>, offset: VarId, first: ExprId, body: Vec<StmtId>) -> StmtId {
    let init = Some(b.declare(offset, Some(first)));
    let (value, zero, two) = (b.var(offset), b.int(0), b.int(2));
    let cond = Some(b.binary(BinaryOp::Gt, value, zero));
    let half = ExprKind::AssignOp { op: BinaryOp::Div, lhs: value, rhs: two, compute: Type::INT };
    let step = Some(b.expr(half, Type::INT));
    let body = b.block(body);
    b.stmt(StmtKind::For { init, cond, step, body })
}

/// `lanes == 32 ? 0xffffffff : (1u << lanes) - 1`
fn lane_mask(b: &mut Builder<'_>, lanes: ExprId) -> ExprId {
    let number = |b: &mut Builder<'_>, value: i128, text: &str| {
        let text = Some(b.symbol(text));
        b.expr(ExprKind::Int { value, text }, Type::UINT)
    };
    let size = b.int(32);
    let cond = b.binary(BinaryOp::Eq, lanes, size);
    let all = number(b, 0xffff_ffff, "0xffffffff");
    let one = number(b, 1, "1u");
    let beyond = b.binary(BinaryOp::Shl, one, lanes);
    let one = b.int(1);
    let some = b.binary(BinaryOp::Sub, beyond, one);
    b.expr(ExprKind::Conditional { cond, then: Some(all), otherwise: some }, Type::UINT)
}

fn thread_number(b: &mut Builder<'_>) -> ExprId {
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z].map(|axis| b.grid(GridQuery::ThreadIndex, axis));
    let [width, height] = [Axis::X, Axis::Y].map(|axis| b.grid(GridQuery::BlockSize, axis));
    let rows = b.mul(z, height);
    let rows = b.add(rows, y);
    let number = b.mul(rows, width);
    b.add(number, x)
}

fn all_threads(b: &mut Builder<'_>) -> ExprId {
    product_of_axes(b, GridQuery::BlockSize)
}

fn all_blocks(b: &mut Builder<'_>) -> ExprId {
    product_of_axes(b, GridQuery::GridSize)
}

fn product_of_axes(b: &mut Builder<'_>, query: GridQuery) -> ExprId {
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z].map(|axis| b.grid(query, axis));
    let plane = b.mul(x, y);
    b.mul(plane, z)
}

fn pointer_cast(b: &mut Builder<'_>, operand: ExprId, to: Type) -> ExprId {
    let pointer = b.program.types.pointer_to(to);
    b.expr(ExprKind::Cast { kind: CastKind::Pointer, implicit: false, operand }, pointer)
}

/// `*(T *)&value`: the same bits.
fn reinterpreted(b: &mut Builder<'_>, value: ExprId, from: Type, to: Type) -> ExprId {
    let pointer = b.program.types.pointer_to(from);
    let address = b.expr(ExprKind::AddrOf(value), pointer);
    let address = pointer_cast(b, address, to);
    b.expr(ExprKind::Deref(address), to)
}

/// Below this, `(n + 0.5f) * inverse` has the quotient as its whole part.
///
/// `(n + 0.5) / by` is at least `0.5 / by` away from any whole number. The inverse is off by
/// two units in its last place at most, 2^-22 of it, and the product is rounded by 2^-24 of
/// it: together less than `n * 1.25 * 2^-22 / by`, which is below `0.5 / by`.
pub(super) const EXACT_BELOW: i64 = 1 << 20;

/// Only numbers that are not negative are small here; both kinds of division round to zero.
fn quotient(b: &mut Builder<'_>, of: Type) -> Body {
    let (n, by, inverse) = (b.local("n", of), b.local("by", of), b.local("inverse", Type::FLOAT));
    let (value, limit) = (b.var(n), b.int(EXACT_BELOW));
    let magnitude = b.cast(value, Type::UINT);
    let is_small = b.binary(BinaryOp::Lt, magnitude, limit);
    let short = through_float(b, n, inverse);
    let divisor = b.var(by);
    let long = b.binary(BinaryOp::Div, value, divisor);
    let long = b.stmt(StmtKind::Return(Some(long)));
    Body { params: vec![n, by, inverse], result: of, stmts: vec![b.if_then(is_small, vec![short]), long] }
}

fn small_quotient(b: &mut Builder<'_>, of: Type) -> Body {
    let (n, inverse) = (b.local("n", of), b.local("inverse", Type::FLOAT));
    let stmts = vec![through_float(b, n, inverse)];
    Body { params: vec![n, inverse], result: of, stmts }
}

/// `return x == 0 ? 0 : popcount(~x & (x - 1)) + 1;`
fn first_set(b: &mut Builder<'_>, of: Type) -> Body {
    let x = b.local("x", of);
    let (value, zero) = (b.var(x), b.int(0));
    let is_none = b.binary(BinaryOp::Eq, value, zero);
    let value = b.var(x);
    let others = b.expr(ExprKind::Unary { op: UnaryOp::BitNot, operand: value }, of);
    let (value, one) = (b.var(x), b.int(1));
    let before = b.binary(BinaryOp::Sub, value, one);
    let below = b.binary(BinaryOp::BitAnd, others, before);
    let wide = if b.program.size_of(of) == Some(8) { "ll" } else { "" };
    let counted = b.call(&format!("__builtin_popcount{wide}"), vec![below], Type::INT);
    let one = b.int(1);
    let place = b.binary(BinaryOp::Add, counted, one);
    let none = b.int(0);
    let chosen =
        b.expr(ExprKind::Conditional { cond: is_none, then: Some(none), otherwise: place }, Type::INT);
    let stmts = vec![b.stmt(StmtKind::Return(Some(chosen)))];
    Body { params: vec![x], result: Type::INT, stmts }
}

/// `return x >> 24 | (x >> 8 & 65280) | (x & 65280) << 8 | x << 24;`
fn swapped_bytes(b: &mut Builder<'_>, of: Type) -> Body {
    let x = b.local("x", of);
    let shifted = |b: &mut Builder<'_>, op: BinaryOp, value: ExprId, count: i64| {
        let count = b.int(count);
        b.binary(op, value, count)
    };
    let middle = |b: &mut Builder<'_>, value: ExprId| {
        let mask = b.int(0xff00);
        b.binary(BinaryOp::BitAnd, value, mask)
    };
    let value = b.var(x);
    let first = shifted(b, BinaryOp::Shr, value, 24);
    let value = b.var(x);
    let second = shifted(b, BinaryOp::Shr, value, 8);
    let second = middle(b, second);
    let value = b.var(x);
    let third = middle(b, value);
    let third = shifted(b, BinaryOp::Shl, third, 8);
    let value = b.var(x);
    let fourth = shifted(b, BinaryOp::Shl, value, 24);
    let joined = [second, third, fourth].into_iter().fold(first, |a, c| b.binary(BinaryOp::BitOr, a, c));
    let stmts = vec![b.stmt(StmtKind::Return(Some(joined)))];
    Body { params: vec![x], result: of, stmts }
}

/// `return (int)((n + 0.5f) * inverse);`
fn through_float(b: &mut Builder<'_>, n: VarId, inverse: VarId) -> StmtId {
    let text = Some(b.symbol("0.5f"));
    let half = b.expr(ExprKind::Float { value: 0.5, text }, Type::FLOAT);
    let operand = b.var(n);
    let kind = ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand };
    let float = b.expr(kind, Type::FLOAT);
    let middle = b.binary(BinaryOp::Add, float, half);
    let given = b.var(inverse);
    let product = b.binary(BinaryOp::Mul, middle, given);
    let of = b.program.vars[n].ty;
    let whole = b.cast(product, of);
    b.stmt(StmtKind::Return(Some(whole)))
}
