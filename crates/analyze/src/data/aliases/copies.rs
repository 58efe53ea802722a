//! One array with two device copies.
//!
//! ```c
//! #pragma hicuda global alloc x[0:n-1] copyin      // of `add(x, y, n)`,
//! #pragma hicuda global alloc y[0:n-1] copyin      // called as `add(a, a, n)`
//! ```
//! gives `a` two copies, and what a kernel writes to one the other does not
//! have. That is harmless as long as kernels only read both, if the sections are
//! different parts of the array, or if what is written is never read from the
//! other copy.
//!
//! Invariant: what passes is as the sequential program has it.

use std::collections::BTreeSet;

use affine::Polynomial;
use diagnostics::{Diagnostic, Sink, codes};
use hir::{FunctionId, Span, StmtId, StmtKind};
use kir::Extent;

use super::{Alias, Origins};
use crate::arrivals::last_index;
use crate::inherited::with_chain;
use crate::size_formula::{of_extent, symbol};
use crate::{Access, CopyId, DataAction, DeviceCopy, Facts, Input, KernelFacts, Place};

/// Two copies that exist at the same time and may be of one array.
#[derive(Clone, Debug)]
pub struct Doubled {
    /// The copy that was there.
    pub first: CopyId,
    /// The copy that is made.
    pub second: CopyId,
    /// Why they may be of one array.
    pub alias: Alias,
}

/// Do the sections of two copies share elements?
enum Overlap {
    Never,
    Surely,
    Perhaps,
}

/// Reports the pairs of copies of a function of which one goes stale.
/// `passed` are those that called functions find.
pub fn check(
    input: &Input<'_>,
    function: FunctionId,
    facts: &Facts,
    doubled: &[Doubled],
    origins: &Origins,
    passed: &BTreeSet<CopyId>,
    sink: &mut Sink,
) {
    let formula = |extent: Extent, alias: &Alias| {
        let said = origins.computed_from(input.program, &of_extent(input.program, extent)?)?;
        with_given(said, alias)
    };
    for pair in doubled {
        let is_passed = passed.contains(&pair.first) || passed.contains(&pair.second);
        let (first, second) = (&facts.copies[pair.first.0], &facts.copies[pair.second.0]);
        let overlap = overlap(first, second, &pair.alias, &|extent| formula(extent, &pair.alias));
        if matches!(overlap, Overlap::Never) || (!is_passed && is_harmless(input, function, facts, pair)) {
            continue;
        }
        sink.push(told(input, first, second, &pair.alias.chain, matches!(overlap, Overlap::Surely)));
    }
}

/// A formula with the constants that the call passes.
fn with_given(formula: Polynomial, alias: &Alias) -> Option<Polynomial> {
    alias.given.iter().try_fold(formula, |said, (param, value)| {
        said.substituted(symbol(*param)?, &Polynomial::constant(*value)).ok()
    })
}

/// A bound as a formula.
type Formula<'a> = &'a dyn Fn(Extent) -> Option<Polynomial>;

fn overlap(first: &DeviceCopy, second: &DeviceCopy, alias: &Alias, formula: Formula<'_>) -> Overlap {
    let Some(way) = &alias.way.clone().and_then(|way| with_given(way, alias)) else {
        return Overlap::Perhaps;
    };
    let (Some((lo, hi)), Some((from, to))) = (range(first, formula), range(second, formula)) else {
        // The first elements of both are held: the same ones.
        return if way.is_zero() { Overlap::Surely } else { Overlap::Perhaps };
    };
    let lengths = [length(&lo, &hi), length(&from, &to)];
    let behind = from.plus(way).ok().and_then(|from| from.minus(&hi).ok());
    let before = to.plus(way).ok().and_then(|to| lo.minus(&to).ok());
    let is_positive = |gap: &Option<Polynomial>| {
        gap.as_ref().is_some_and(|gap| lengths.iter().flatten().any(|length| exceeds(gap, length)))
    };
    let constant = |gap: &Option<Polynomial>| gap.as_ref().is_some_and(|gap| gap.as_constant().is_some());
    match (&behind, &before) {
        (behind, before) if is_positive(behind) || is_positive(before) => Overlap::Never,
        (behind, before) if constant(behind) && constant(before) => Overlap::Surely,
        _ if way.is_zero() => Overlap::Surely,
        _ => Overlap::Perhaps,
    }
}

fn length(lo: &Polynomial, hi: &Polynomial) -> Option<Polynomial> {
    hi.minus(lo).ok()?.plus(&Polynomial::constant(1)).ok()
}

/// Is the gap positive because a length, which no directive lets be negative, is
/// not? `2*n + 1` is, where `n` is a length.
fn exceeds(gap: &Polynomial, length: &Polynomial) -> bool {
    let is_positive = |rest: &Polynomial| rest.as_constant().is_some_and(|rest| rest > 0);
    let times = length.terms().find(|(monomial, _)| monomial.degree() > 0).map(|(monomial, factor)| {
        let wanted = gap.coefficient(monomial);
        if factor != 0 && wanted % factor == 0 { wanted / factor } else { 0 }
    });
    let without = times.filter(|times| *times > 0).and_then(|times| gap.plus_scaled(length, -times).ok());
    is_positive(gap) || without.is_some_and(|rest| is_positive(&rest))
}

/// The first and last element of a copy of one dimension.
fn range(copy: &DeviceCopy, formula: Formula<'_>) -> Option<(Polynomial, Polynomial)> {
    let ([dim], [host]) = (copy.dims.as_slice(), copy.host_extents.as_slice()) else { return None };
    let host = host.and_then(formula);
    Some((formula(dim.lo)?, last_index(dim, host.as_ref(), formula)?))
}

/// Is nothing that is written to one copy read from the other?
fn is_harmless(input: &Input<'_>, function: FunctionId, facts: &Facts, pair: &Doubled) -> bool {
    let kernels = facts.kernels.iter().filter(|kernel| kernel.owner == function);
    let uses = |kernel: &KernelFacts, copy: CopyId| {
        kernel
            .arrays
            .iter()
            .find(|used| used.copy == Some(copy))
            .map(|used| (used.place.clone(), used.written))
    };
    let both = [pair.first, pair.second];
    let writing: Vec<&KernelFacts> =
        kernels.clone().filter(|k| both.iter().any(|copy| uses(k, *copy).is_some_and(|(_, w)| w))).collect();
    let Some(kernel) = writing.first() else { return true };
    let (Some((a, a_written)), Some((b, b_written))) = (uses(kernel, pair.first), uses(kernel, pair.second))
    else {
        return false;
    };
    let users = kernels.filter(|kernel| both.iter().any(|copy| uses(kernel, *copy).is_some()));
    let (source, target) = if a_written { (b, a) } else { (a, b) };
    let written = if a_written { pair.first } else { pair.second };
    let source_copy = if a_written { pair.second } else { pair.first };
    pair.alias.way.as_ref().is_some_and(Polynomial::is_zero)
        && users.count() == 1
        && !(a_written && b_written)
        && !is_copied_out(facts, source_copy)
        && facts.copies[source_copy.0].inherited.is_none()
        && facts.copies[written.0].inherited.is_none()
        && !is_repeated(input, function, kernel)
        && reads_come_first(input, kernel, &source, &target)
}

/// Is what the copy holds written over the array again?
fn is_copied_out(facts: &Facts, copy: CopyId) -> bool {
    let mut actions = facts.actions.values().flatten();
    actions.any(|action| matches!(action, DataAction::CopyOut(transfer) if transfer.copy == copy))
}

/// Does the kernel stand in a loop of its function?
fn is_repeated(input: &Input<'_>, function: FunctionId, kernel: &KernelFacts) -> bool {
    let program = input.program;
    let Some(body) = program.functions[function].body else { return true };
    let holds = |stmt: StmtId| program.stmts_below(stmt).any(|below| below == kernel.stmt);
    program.stmts_below(body).any(|stmt| match &program.stmts[stmt].kind {
        StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
            holds(*body)
        }
        StmtKind::Label { .. } => true,
        _ => false,
    })
}

/// Is each element read from the one before it is written to the other, in the
/// sequential program? So it is where an iteration of the partitioned loops reads
/// and writes its own element only, in one statement or in this order.
fn reads_come_first(input: &Input<'_>, kernel: &KernelFacts, source: &Place, target: &Place) -> bool {
    let of = |place: &Place| -> Vec<&Access> {
        kernel.accesses.iter().filter(|access| access.place == *place).collect()
    };
    let order = |stmt: StmtId| input.program.stmts_below(kernel.body).position(|s| s == stmt);
    let only_partitioned = |a: &Access| a.loops.iter().all(|stmt| kernel.partitions.contains_key(stmt));
    let own = |read: &Access, write: &Access| {
        read.subscripts.is_some()
            && read.subscripts == write.subscripts
            && read.loops == write.loops
            && only_partitioned(read)
            && order(read.stmt).zip(order(write.stmt)).is_some_and(|(r, w)| r <= w)
    };
    of(source).iter().all(|read| of(target).iter().filter(|a| a.mode.writes()).all(|write| own(read, write)))
}

/// What is said of two copies of one array, which these calls bring about.
pub fn told(
    input: &Input<'_>,
    first: &DeviceCopy,
    second: &DeviceCopy,
    chain: &[(Span, FunctionId)],
    surely: bool,
) -> Diagnostic {
    let (a, b) = (input.place_name(&first.place), input.place_name(&second.place));
    let span = |copy: &DeviceCopy| input.program.directives[copy.directive].span;
    let (code, message) = match surely {
        true => (&codes::TWO_COPIES_OF_ONE, format!("`{a}` and `{b}` are one array, with two device copies")),
        false => (
            &codes::COPIES_MAY_OVERLAP,
            format!("the device copies of `{a}` and `{b}` may be of the same elements"),
        ),
    };
    let message = Diagnostic::new(code, span(second), message)
        .label("what kernels write to one copy the other does not have")
        .related(span(first), "the other copy is made here");
    with_chain(message, input, chain, &format!("with one array for `{a}` and `{b}`")).help(
        match surely {
            true => "hold the array once, under one name, or make the copy in the caller: both names then find it",
            false => "hold sections that end where the other begins, or make the copy in the caller: both names then find it",
        },
    )
}

#[cfg(test)]
#[path = "copies_tests.rs"]
mod copies_tests;
