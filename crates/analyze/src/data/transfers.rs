//! What shared memory exchanges with the device, as accesses.
//!
//! ```c
//! #pragma hicuda shared alloc a[i-1:i+1] copyin        // each iteration reads three elements
//! …
//! #pragma hicuda shared copyout a[i]                   // and writes one
//! ```
//! The threads of a block do it together, and barriers keep it in order; but other
//! blocks load and store their own sections at any time. So a transfer is an
//! access to the device copy like others, whose subscripts run over the section
//! that the iteration names, and [`races`](crate::races) asks whether two blocks
//! meet in it.

use affine::LinearExpr;
use hir::{DirectiveKind, ExprId, Section, SharedAction};

use crate::index_expr::Values;
use crate::region::DirectivePoint;
use crate::{Access, AccessMode, Input, KernelFacts, Place, SymbolKind};

/// The transfers of a kernel, in the order they stand in the program.
pub fn accesses(
    input: &Input<'_>,
    kernel: &KernelFacts,
    points: &[DirectivePoint],
    values: &mut Values,
) -> Vec<Access> {
    let mut found = Vec::new();
    for point in points {
        let served = |place: &Place| kernel.arrays.iter().any(|a| a.place == *place && a.copy.is_some());
        let moves = moves(&input.program.directives[point.directive].kind, point);
        for (section, bounds, mode) in moves {
            let place = Place::of(input.program, section.base).filter(served);
            let access = place.and_then(|place| access(point, section, &place, bounds, mode, values));
            found.extend(access);
        }
    }
    found
}

type Bounds = [Option<(LinearExpr, LinearExpr)>];

/// The sections of the device that a directive reads or writes.
fn moves<'a>(
    kind: &'a DirectiveKind,
    point: &'a DirectivePoint,
) -> Vec<(&'a Section, &'a Bounds, AccessMode)> {
    let bounds = |at: usize| point.sections.get(at).map(Vec::as_slice);
    match kind {
        DirectiveKind::Shared(SharedAction::Alloc { section, copyin: Some(_), .. }) => {
            let loaded = bounds(1).or_else(|| bounds(0));
            loaded.map(|bounds| (section, bounds, AccessMode::Read)).into_iter().collect()
        }
        DirectiveKind::Shared(SharedAction::Copyout { section, .. }) => {
            bounds(0).map(|bounds| (section, bounds, AccessMode::Write)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// An access to any element between the bounds.
fn access(
    point: &DirectivePoint,
    section: &Section,
    place: &Place,
    bounds: &Bounds,
    mode: AccessMode,
    values: &mut Values,
) -> Option<Access> {
    let mut domain = point.domain.clone();
    let mut subscripts = Vec::new();
    for (dim, bound) in bounds.iter().enumerate() {
        let (lo, hi) = bound.as_ref()?;
        if lo == hi {
            subscripts.push(lo.clone());
            continue;
        }
        let element = SymbolKind::Element { directive: point.directive, dim };
        let element = LinearExpr::var(values.symbols.intern(element));
        domain = domain.with_range(&element, lo, hi);
        subscripts.push(element);
    }
    let expr: ExprId = section.base;
    Some(Access {
        expr,
        lvalue: expr,
        place: place.clone(),
        mode,
        subscripts: Some(subscripts),
        promoted: false,
        flat: None,
        parts: Vec::new(),
        loops: point.loops.clone(),
        domain,
        joined: None,
        stmt: point.stmt,
        before: false,
        span: section.span,
    })
}
