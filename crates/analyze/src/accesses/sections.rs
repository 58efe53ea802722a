//! Sections of data directives: their bounds, and whether they lie inside.
//!
//! `a[2:n-2][*]` of `float a[64][m]` has rows 2 to n-2 and all columns. Rows
//! inside the array means `n-2 < 64`, which cannot be known here: a [`Check`] for
//! the run time. `a[4:8][*]` of `float a[8][m]` is wrong for sure.

use affine::{LinearExpr, Proof, Set};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{ExprId, Section, SectionDim, Span};
use kir::Extent;

use crate::array_shape::expr_extent;
use crate::index_expr::Values;
use crate::{Check, Input, LastIndex, SectionRange};

/// The bounds of each dimension. Empty for a scalar.
pub fn ranges(input: &Input<'_>, section: &Section, extents: &[Option<Extent>]) -> Vec<SectionRange> {
    let extent_at = |at: usize| extents.get(at).copied().flatten();
    let dims = section.dims.iter().enumerate();
    dims.map(|(at, dim)| range(input, dim, extent_at(at))).collect()
}

/// All of an array.
pub fn whole(extents: &[Option<Extent>]) -> Vec<SectionRange> {
    extents.iter().map(|extent| whole_dimension(*extent)).collect()
}

fn whole_dimension(extent: Option<Extent>) -> SectionRange {
    let known = match extent {
        Some(Extent::Constant(n)) => u64::try_from(n).ok(),
        _ => None,
    };
    SectionRange { lo: Extent::Constant(0), hi: LastIndex::EndOfArray, extent: known }
}

fn range(input: &Input<'_>, dim: &SectionDim, host: Option<Extent>) -> SectionRange {
    let program = input.program;
    match dim {
        SectionDim::All => whole_dimension(host),
        SectionDim::Index(index) => {
            let at = expr_extent(program, *index);
            SectionRange { lo: at, hi: LastIndex::At(at), extent: Some(1) }
        }
        SectionDim::Range(lo, hi) => {
            let mut values = Values::default();
            let anywhere = Set::universe();
            let first = values.polynomial(input, *lo, &anywhere);
            let last = values.polynomial(input, *hi, &anywhere);
            let length = last.minus(&first).ok().and_then(|length| length.as_constant());
            SectionRange {
                lo: expr_extent(program, *lo),
                hi: LastIndex::At(expr_extent(program, *hi)),
                extent: length.and_then(|length| u64::try_from(length + 1).ok()),
            }
        }
    }
}

/// A section compared with what must contain it.
pub struct Containment<'a, 'p> {
    /// The program.
    pub input: &'a Input<'p>,
    /// The inner section, as the user wrote it.
    pub section: &'a Section,
    /// Its bounds.
    pub inner: &'a [SectionRange],
    /// The extents of the host array.
    pub extents: &'a [Option<Extent>],
    /// The outer section; `None` for the whole array.
    pub outer: Option<&'a [SectionRange]>,
    /// Values of expressions at the directive.
    pub values: Values,
}

impl Containment<'_, '_> {
    /// What has to be tested at run time; reports what is wrong for sure.
    pub fn check(mut self, outer_span: Option<Span>, sink: &mut Sink) -> Vec<Check> {
        let context = self.context();
        let mut checks = Vec::new();
        for (dim, range) in self.inner.iter().enumerate() {
            let extent = self.extents.get(dim).copied().flatten();
            let (lo, hi) = (self.first(range), self.last(range, extent));
            let outer = self.outer.and_then(|outer| outer.get(dim)).copied();
            let low_limit = outer.map_or_else(|| Some(0.into()), |outer| self.first(&outer));
            let high_limit = match outer {
                Some(outer) => self.last(&outer, extent),
                None => extent.and_then(|extent| self.value(extent)?.plus_constant(-1).ok()),
            };
            let mut test =
                |check: Check, larger: &Option<LinearExpr>, smaller: &Option<LinearExpr>| match holds(
                    &context, larger, smaller,
                ) {
                    Proof::Proven => {}
                    Proof::Disproven(_) if is_constant(larger, smaller) => {
                        sink.push(self.outside(check, larger, smaller, outer_span));
                    }
                    Proof::Disproven(_) | Proof::Unknown(_) => checks.push(check),
                };
            let after = hi.as_ref().and_then(|hi| hi.plus_constant(1).ok());
            // A pointer may point into its array: there are elements before it.
            if extent.is_some() || outer.is_some() {
                test(Check::Low(dim), &lo, &low_limit);
                // What a caller holds may have no end that can be named here.
                let is_open = outer.is_some_and(|o| o.hi == LastIndex::EndOfArray) && extent.is_none();
                if !is_open {
                    test(Check::High(dim), &high_limit, &hi);
                }
            }
            test(Check::Order(dim), &after, &lo);
        }
        checks
    }

    /// Extents are at least zero.
    fn context(&mut self) -> Set {
        let mut set = Set::universe();
        for extent in self.extents.iter().flatten() {
            if let Some(extent) = self.value(*extent) {
                set = set.with_at_least(&extent, &0.into());
            }
        }
        // All of it is evaluated where the directive stands.
        let known = set.intersect(&self.values.knowledge);
        self.values.definitions.values().fold(known, |known, definition| known.intersect(definition))
    }

    fn value(&mut self, extent: Extent) -> Option<LinearExpr> {
        match extent {
            Extent::Constant(n) => Some(i128::from(n).into()),
            Extent::Expr(expr) => {
                let value = self.values.polynomial(self.input, expr, &Set::universe());
                self.values.linear(&value)
            }
        }
    }

    fn first(&mut self, range: &SectionRange) -> Option<LinearExpr> {
        self.value(range.lo)
    }

    fn last(&mut self, range: &SectionRange, host: Option<Extent>) -> Option<LinearExpr> {
        match range.hi {
            LastIndex::At(hi) => self.value(hi),
            LastIndex::EndOfArray => self.value(host?)?.plus_constant(-1).ok(),
        }
    }

    fn outside(
        &self,
        check: Check,
        larger: &Option<LinearExpr>,
        smaller: &Option<LinearExpr>,
        outer_span: Option<Span>,
    ) -> Diagnostic {
        let name = |var| self.values.symbols.name(var, self.input.program, self.input.sources);
        let text = |value: &Option<LinearExpr>| {
            value.as_ref().map_or_else(String::new, |value| value.display(&name).to_string())
        };
        let (dim, what) = match check {
            Check::Low(dim) => (dim, format!("starts at {}, before {}", text(larger), text(smaller))),
            Check::High(dim) => (dim, format!("ends at {}, after {}", text(smaller), text(larger))),
            Check::Order(dim) => (dim, format!("starts at {}, after its end", text(smaller))),
        };
        let span = dim_span(self.input, self.section, dim);
        let thing = if outer_span.is_some() { "the section on the device" } else { "the array" };
        let mut message =
            Diagnostic::new(&codes::SECTION_OUTSIDE, span, format!("this section is not inside {thing}"))
                .label(format!("dimension {} {what}", dim + 1))
                .note("bounds of sections are inclusive: `[0:n-1]` is all of `n` elements, and so is `[*]`");
        if let Some(outer) = outer_span {
            message = message.related(outer, "the device copy holds this section");
        }
        message
    }
}

fn holds(context: &Set, larger: &Option<LinearExpr>, smaller: &Option<LinearExpr>) -> Proof {
    match (larger, smaller) {
        (Some(larger), Some(smaller)) => context.implies_at_least(larger, smaller),
        _ => Proof::Unknown(affine::GaveUp::Approximation),
    }
}

/// Is the difference a number? Then a disproof holds for every run.
fn is_constant(larger: &Option<LinearExpr>, smaller: &Option<LinearExpr>) -> bool {
    let (Some(larger), Some(smaller)) = (larger, smaller) else { return false };
    larger.minus(smaller).is_ok_and(|difference| difference.as_constant().is_some())
}

/// Where a dimension of a section stands.
fn dim_span(input: &Input<'_>, section: &Section, dim: usize) -> Span {
    let join = |a: ExprId, b: ExprId| input.sources.join(input.span(a), input.span(b));
    match section.dims.get(dim) {
        Some(SectionDim::Range(lo, hi)) => join(*lo, *hi),
        Some(SectionDim::Index(index)) => input.span(*index),
        Some(SectionDim::All) | None => section.span,
    }
}
