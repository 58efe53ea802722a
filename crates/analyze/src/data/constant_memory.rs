//! Which constants can have the same memory, and whether there is enough.
//!
//! ```c
//! #pragma hicuda constant copyin rows[*]        // 40 KiB
//! … kernel …
//! #pragma hicuda constant remove rows
//! #pragma hicuda constant copyin columns[*]     // 40 KiB, where `rows` was
//! ```
//! Two constants of a file meet if one is made while the other is alive: in the
//! same function, or in a function called meanwhile, through however many
//! others. A function whose address is taken may be called at any time.
//!
//! Constants that fit beside each other stay variables of their own, which
//! reads best. Only if they do not are they packed ([`crate::packing`]).

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Sink, codes};
use gpu::CONSTANT_BYTES;
use hir::{FunctionId, Span};

use crate::call_graph::CallGraph;
use crate::maps::{HashMap, HashSet};
use crate::packing::{self, ALIGNMENT};
use crate::{CopyId, CopySpace, DeviceCopy, Facts, Input};

/// A call of a function that leads to directives.
pub struct Call {
    /// Where it stands.
    pub caller: FunctionId,
    /// What is called.
    pub callee: FunctionId,
    /// The copies that are alive then.
    pub alive: Vec<CopyId>,
}

/// Places the constants of every unit, or says that they do not fit.
pub fn place(input: &Input<'_>, graph: &CallGraph, calls: &[Call], facts: &mut [Facts], sink: &mut Sink) {
    for (unit, facts) in facts.iter_mut().enumerate() {
        let is_own = |copy: &DeviceCopy| copy.inherited.is_none() || copy.setter.is_some();
        let is_made = |copy: &DeviceCopy| copy.space == CopySpace::Constant && is_own(copy);
        let copies = facts.copies.iter().enumerate().filter(|(_, copy)| is_made(copy));
        let sized = copies.filter_map(|(at, copy)| Some((CopyId(at), bytes(input, copy)?)));
        let constants: Vec<(CopyId, u64)> = sized.collect();
        let all = constants.iter().map(|(_, bytes)| bytes.next_multiple_of(ALIGNMENT));
        if all.fold(0, u64::saturating_add) <= CONSTANT_BYTES {
            continue;
        }
        if constants.iter().any(|(_, bytes)| *bytes > CONSTANT_BYTES) {
            let large = constants.iter().filter(|(_, bytes)| *bytes > CONSTANT_BYTES);
            large.for_each(|(copy, bytes)| sink.push(too_much(input, &facts.copies[copy.0], *bytes)));
            continue;
        }
        let meetings = Meetings::new(graph, calls, unit, facts);
        let sizes: Vec<u64> = constants.iter().map(|(_, bytes)| *bytes).collect();
        let meet = |a: usize, b: usize| meetings.meet(constants[a].0, constants[b].0);
        let offsets = packing::place(&sizes, &meet);
        if let Some(beyond) = (0..sizes.len()).find(|&at| offsets[at] + sizes[at] > CONSTANT_BYTES) {
            let others = (0..sizes.len()).filter(|&other| other != beyond && meet(beyond, other));
            let others: Vec<(&DeviceCopy, u64)> =
                others.map(|other| (&facts.copies[constants[other].0.0], sizes[other])).collect();
            let copy = &facts.copies[constants[beyond].0.0];
            sink.push(too_much_together(input, copy, offsets[beyond] + sizes[beyond], &others));
            continue;
        }
        facts.constant_offsets = constants.iter().map(|(copy, _)| *copy).zip(offsets).collect();
    }
}

fn bytes(input: &Input<'_>, copy: &DeviceCopy) -> Option<u64> {
    copy.elements?.checked_mul(input.program.size_of(copy.element)?)
}

/// Which constants of a unit are alive at the same time.
struct Meetings {
    pairs: HashSet<(CopyId, CopyId)>,
    /// May be made while anything else is alive.
    anytime: HashSet<CopyId>,
}

impl Meetings {
    fn new(graph: &CallGraph, calls: &[Call], unit: usize, facts: &Facts) -> Meetings {
        let mut callees: HashMap<FunctionId, Vec<FunctionId>> = HashMap::default();
        for call in calls {
            callees.entry(call.caller).or_default().push(call.callee);
        }
        let made_in = |functions: &BTreeSet<FunctionId>| -> Vec<CopyId> {
            let copies = facts.copies.iter().enumerate();
            let own = copies.filter(|(_, copy)| copy.inherited.is_none() && functions.contains(&copy.owner));
            own.map(|(at, _)| CopyId(at)).collect()
        };
        let mut pairs: HashSet<(CopyId, CopyId)> = facts.constants_together.iter().copied().collect();
        for call in calls.iter().filter(|call| graph.unit(call.caller) == unit) {
            let made = made_in(&reached(call.callee, &callees));
            pairs.extend(call.alive.iter().flat_map(|alive| made.iter().map(move |made| (*alive, *made))));
        }
        let anywhere = graph.order.iter().filter(|function| graph.address_taken(**function).is_some());
        let mut anytime: HashSet<CopyId> =
            anywhere.flat_map(|function| made_in(&reached(*function, &callees))).collect();
        // What another file fills is filled when that file says so.
        let copies = facts.copies.iter().enumerate();
        anytime.extend(copies.filter(|(_, copy)| copy.setter.is_some()).map(|(at, _)| CopyId(at)));
        Meetings { pairs, anytime }
    }

    fn meet(&self, a: CopyId, b: CopyId) -> bool {
        self.pairs.contains(&(a, b))
            || self.pairs.contains(&(b, a))
            || self.anytime.contains(&a)
            || self.anytime.contains(&b)
    }
}

/// A function and all that it calls, directly or not.
fn reached(from: FunctionId, callees: &HashMap<FunctionId, Vec<FunctionId>>) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::from([from]);
    let mut pending = vec![from];
    while let Some(function) = pending.pop() {
        let called = callees.get(&function).into_iter().flatten();
        pending.extend(called.copied().filter(|callee| found.insert(*callee)));
    }
    found
}

fn span(input: &Input<'_>, copy: &DeviceCopy) -> Span {
    input.program.directives[copy.directive].span
}

fn too_much(input: &Input<'_>, copy: &DeviceCopy, bytes: u64) -> Diagnostic {
    let name = input.place_name(&copy.place);
    Diagnostic::new(
        &codes::CONSTANT_MEMORY_FULL,
        span(input, copy),
        format!(
            "the constant copy of `{name}` needs {bytes} bytes, but constant memory has {CONSTANT_BYTES}"
        ),
    )
    .help("copy a smaller section at a time in a host loop, or use `global alloc … copyin`")
}

fn too_much_together(
    input: &Input<'_>,
    copy: &DeviceCopy,
    bytes: u64,
    others: &[(&DeviceCopy, u64)],
) -> Diagnostic {
    let name = input.place_name(&copy.place);
    let message = format!(
        "with `{name}` the constant copies need {bytes} bytes, but constant memory has {CONSTANT_BYTES}"
    );
    let mut error = Diagnostic::new(&codes::CONSTANT_MEMORY_FULL, span(input, copy), message)
        .label("made while others are alive");
    for (other, bytes) in others {
        let text = format!("`{}` has {bytes} bytes", input.place_name(&other.place));
        error = error.related(span(input, other), text);
    }
    error.help("write `constant remove` where a copy is no longer needed, or use `global alloc … copyin`")
}
