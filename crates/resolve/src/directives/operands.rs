//! The numbers in a directive: sizes, bounds, factors.
//!
//! All must be integers; some must be known when compiling, some must be
//! positive if they are. An operand that is wrong is reported here and stays in
//! the tree as it is.

use diagnostics::Diagnostic;
use diagnostics::codes::{CONSTANT_EXPECTED, INTEGER_EXPECTED, NOT_POSITIVE, TILE_CLAUSE_NOT_KEPT};
use hir::{ExprId, Span, const_eval};
use syntax::ast;

use crate::resolver::Resolver;
use crate::type_text::type_text;

/// As many buffers beside the one that is used as the lowering knows to fill.
const MOST_AHEAD: u64 = 1;

/// An operand of integer type; `what` names it in a message: "the bound".
pub(super) fn integer(resolver: &mut Resolver<'_>, expr: ast::ExprId, what: &str) -> ExprId {
    let value = resolver.rvalue(expr);
    if !resolver.is_error(value) && !resolver.program.types.is_integer(resolver.ty(value)) {
        let diagnostic = integer_expected(resolver, value, what);
        resolver.report(diagnostic);
    }
    value
}

/// An integer that, if it is a constant, must be positive.
pub(super) fn size(resolver: &mut Resolver<'_>, expr: ast::ExprId, what: &str) -> ExprId {
    let value = integer(resolver, expr, what);
    if let Some(n) = const_eval::integer(resolver.program, value).filter(|&n| n < 1) {
        let diagnostic = not_positive(resolver, value, what, n);
        resolver.report(diagnostic);
    }
    value
}

/// What `assume` says.
pub(super) fn condition(resolver: &mut Resolver<'_>, expr: ast::ExprId) -> ExprId {
    let value = resolver.rvalue(expr);
    resolver.check_condition(value, "assume");
    value
}

/// Several sizes.
pub(super) fn sizes(resolver: &mut Resolver<'_>, exprs: &[ast::ExprId], what: &str) -> Vec<ExprId> {
    exprs.iter().map(|&expr| size(resolver, expr, what)).collect()
}

/// A positive integer constant.
pub(super) fn factor(resolver: &mut Resolver<'_>, expr: ast::ExprId, what: &str) -> ExprId {
    let value = size(resolver, expr, what);
    constant(resolver, value, what);
    value
}

/// Integer constants that are not negative.
pub(super) fn coefficients(resolver: &mut Resolver<'_>, exprs: &[ast::ExprId]) -> Vec<ExprId> {
    let what = "a coefficient of `wavefront`";
    let one = |&expr: &ast::ExprId| {
        let value = integer(resolver, expr, what);
        if let Some(n) = constant(resolver, value, what).filter(|n| *n < 0) {
            let diagnostic = not_positive(resolver, value, what, n);
            resolver.report(diagnostic);
        }
        value
    };
    exprs.iter().map(one).collect()
}

/// The number of elements of `pad(n)`; nothing if it is wrong.
pub(super) fn padding(resolver: &mut Resolver<'_>, expr: ast::ExprId) -> u64 {
    count(resolver, expr, "the padding").0
}

/// The number of sections of `ahead(m)`; none if it is wrong.
pub(super) fn sections_ahead(resolver: &mut Resolver<'_>, expr: ast::ExprId) -> u64 {
    let (sections, value) = count(resolver, expr, "the number of sections in `ahead`");
    if sections > MOST_AHEAD {
        let diagnostic = too_far_ahead(resolver.span(value), sections);
        resolver.report(diagnostic);
        return 0;
    }
    sections
}

/// A constant that is not negative; 0 if it is wrong.
fn count(resolver: &mut Resolver<'_>, expr: ast::ExprId, what: &str) -> (u64, ExprId) {
    let value = integer(resolver, expr, what);
    let Some(n) = constant(resolver, value, what) else { return (0, value) };
    let count = u64::try_from(n).unwrap_or_else(|_| {
        let diagnostic = not_positive(resolver, value, what, n);
        resolver.report(diagnostic);
        0
    });
    (count, value)
}

fn constant(resolver: &mut Resolver<'_>, value: ExprId, what: &str) -> Option<i128> {
    let known = const_eval::integer(resolver.program, value);
    if known.is_none() && resolver.program.types.is_integer(resolver.ty(value)) {
        let diagnostic = constant_expected(resolver, value, what);
        resolver.report(diagnostic);
    }
    known
}

fn integer_expected(resolver: &Resolver<'_>, value: ExprId, what: &str) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, resolver.ty(value));
    Diagnostic::new(&INTEGER_EXPECTED, resolver.span(value), format!("{what} must be an integer"))
        .label(format!("this is of type `{ty}`"))
}

fn not_positive(resolver: &Resolver<'_>, value: ExprId, what: &str, n: i128) -> Diagnostic {
    let may_be_zero =
        ["the padding", "a coefficient of `wavefront`", "the number of sections in `ahead`"].contains(&what);
    let least = if may_be_zero { "must not be negative" } else { "must be at least 1" };
    Diagnostic::new(&NOT_POSITIVE, resolver.span(value), format!("{what} {least}"))
        .label(format!("this is {n}"))
}

fn constant_expected(resolver: &Resolver<'_>, value: ExprId, what: &str) -> Diagnostic {
    Diagnostic::new(&CONSTANT_EXPECTED, resolver.span(value), format!("{what} must be a constant"))
        .label("this is known only when the program runs")
        .help("the generated code depends on it: use a number, a macro or an enumerator")
}

fn too_far_ahead(at: Span, sections: u64) -> Diagnostic {
    Diagnostic::new(&TILE_CLAUSE_NOT_KEPT, at, format!("{sections} sections cannot be loaded ahead"))
        .label("one is loaded while another is used")
        .help("write `ahead(1)`, or `ahead(0)` to load each section when it is needed")
}
