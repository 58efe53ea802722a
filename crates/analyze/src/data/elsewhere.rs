//! `global copyout a[…] to b[…]`: whether the other side can hold what comes.
//!
//! Both sections must have the same element type and the same extents. What is
//! different for sure is an error; extents that only the run knows are tested
//! then ([`ElsewhereFacts::lengths`]).

use affine::{LinearExpr, Set};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{Section, Span, Type};
use kir::Extent;

use crate::array_shape::ArrayShape;
use crate::index_expr::Values;
use crate::sections::{self, Containment};
use crate::{ElsewhereFacts, Input, LastIndex, SectionRange};

/// The section that is copied.
pub struct Source<'a> {
    /// Its bounds.
    pub dims: &'a [SectionRange],
    /// The extents of its array.
    pub extents: &'a [Option<Extent>],
    /// The type of its elements.
    pub element: Type,
    /// Where it stands.
    pub span: Span,
}

/// The target of a `copyout … to`.
pub fn target(
    input: &Input<'_>,
    to: &Section,
    shape: ArrayShape,
    source: &Source<'_>,
    mut values: Values,
    sink: &mut Sink,
) -> Option<ElsewhereFacts> {
    let dims = sections::ranges(input, to, &shape.extents);
    let types = &input.program.types;
    let strip = |ty: Type| types.strip(ty.unqualified()).id;
    if strip(shape.element) != strip(source.element) {
        sink.push(different(to.span, source.span, "its elements are of another type"));
        return None;
    }
    if dims.len() != source.dims.len() {
        sink.push(different(to.span, source.span, "it has another number of dimensions"));
        return None;
    }
    let mut lengths = Vec::new();
    for (dim, (there, here)) in dims.iter().zip(source.dims).enumerate() {
        let extent = |extents: &[Option<Extent>]| extents.get(dim).copied().flatten();
        let there = length(input, there, extent(&shape.extents), &mut values);
        let here = length(input, here, extent(source.extents), &mut values);
        let difference = there.zip(here).and_then(|(there, here)| there.minus(&here).ok());
        match difference.and_then(|difference| difference.as_constant()) {
            Some(0) => {}
            Some(_) => {
                let reason = format!("dimension {} is not as long", dim + 1);
                sink.push(different(to.span, source.span, &reason));
                return None;
            }
            None => lengths.push(dim),
        }
    }
    let extents = shape.extents;
    let containment =
        Containment { input, section: to, inner: &dims, extents: &extents, outer: None, values };
    let checks = containment.check(None, sink);
    Some(ElsewhereFacts { host: to.base, dims, extents, checks, lengths })
}

/// How many indices a range has.
fn length(
    input: &Input<'_>,
    range: &SectionRange,
    host: Option<Extent>,
    values: &mut Values,
) -> Option<LinearExpr> {
    if let Some(extent) = range.extent {
        return Some(i128::from(extent).into());
    }
    let mut value = |extent: Extent| match extent {
        Extent::Constant(n) => Some(i128::from(n).into()),
        Extent::Expr(expr) => {
            let value = values.polynomial(input, expr, &Set::universe());
            values.linear(&value)
        }
    };
    let lo: LinearExpr = value(range.lo)?;
    let beyond: LinearExpr = match range.hi {
        LastIndex::At(hi) => value(hi)?.plus_constant(1).ok()?,
        LastIndex::EndOfArray => value(host?)?,
    };
    beyond.minus(&lo).ok()
}

fn different(span: Span, source: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&codes::COPYOUT_TARGET, span, "this section cannot hold what is copied out")
        .label(reason)
        .related(source, "this is copied")
        .help("name a section of the same element type and the same extents behind `to`")
}
