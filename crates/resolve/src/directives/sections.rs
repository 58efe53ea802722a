//! Sections of arrays, and shapes of pointers.
//!
//! ```c
//! float a[N][M], *p, x;
//! a[0:9][*]     // one range per dimension
//! p[0:n-1]      // a pointer has the dimensions its shape gives it
//! x             // scalars and structs go whole
//! ```
//! How many dimensions an array has, its type tells; for a pointer only that
//! there are some, since shapes come from anywhere in the program.

use diagnostics::Diagnostic;
use diagnostics::codes::{
    MISSING_SECTION, SECTION_OF_SCALAR, SECTION_RANK, SHAPE_OF_NON_POINTER, VARIABLE_EXPECTED,
};
use hir::{ExprId, ExprKind, Section, SectionDim, Shape, Type, TypeKind};
use syntax::ast;

use super::operands;
use crate::resolver::Resolver;
use crate::type_text::type_text;

/// How many dimensions a variable has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rank {
    /// A scalar or struct.
    None,
    /// An array.
    Exactly(usize),
    /// A pointer: as many as its shape says.
    Any,
}

/// A section as written, its names and bounds resolved.
pub(super) fn section(resolver: &mut Resolver<'_>, spec: &ast::SectionSpec) -> Section {
    let base = variable(resolver, spec.base);
    let dims: Vec<SectionDim> = spec.dims.iter().map(|dim| section_dim(resolver, *dim)).collect();
    if !resolver.is_error(base)
        && let Some(diagnostic) = wrong_dimensions(resolver, base, &dims, spec)
    {
        resolver.report(diagnostic);
    }
    let var = match resolver.program.exprs[base].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    };
    Section { base, var, dims, span: spec.span }
}

/// `p[n][m]` of a shape directive.
pub(super) fn shape(resolver: &mut Resolver<'_>, item: &ast::ShapeItem) -> Shape {
    let pointer = variable(resolver, item.pointer);
    let dims = operands::sizes(resolver, &item.dims, "an extent of a shape");
    if !resolver.is_error(pointer) && !resolver.program.types.is_pointer(resolver.ty(pointer)) {
        let diagnostic = shape_of_non_pointer(resolver, pointer, item);
        resolver.report(diagnostic);
    }
    Shape { pointer, dims, span: item.span }
}

/// A variable or a member of one, as an lvalue.
pub(super) fn variable(resolver: &mut Resolver<'_>, expr: ast::ExprId) -> ExprId {
    let base = resolver.expr(expr);
    if resolver.is_error(base) {
        return base;
    }
    match resolver.program.exprs[base].kind {
        ExprKind::Var(_) | ExprKind::Member { .. } => base,
        _ => {
            let span = resolver.span(base);
            resolver.report(variable_expected(span));
            resolver.error_expr(span)
        }
    }
}

/// A variable itself, not a member of one.
pub(super) fn whole_variable(resolver: &mut Resolver<'_>, expr: ast::ExprId) -> ExprId {
    let base = variable(resolver, expr);
    if let ExprKind::Member { .. } = resolver.program.exprs[base].kind {
        let span = resolver.span(base);
        let error = variable_expected(span).help("name the whole struct");
        resolver.report(error);
        return resolver.error_expr(span);
    }
    base
}

fn section_dim(resolver: &mut Resolver<'_>, dim: ast::SectionDim) -> SectionDim {
    match dim {
        ast::SectionDim::Range(low, high) => SectionDim::Range(
            operands::integer(resolver, low, "a bound of a section"),
            operands::integer(resolver, high, "a bound of a section"),
        ),
        ast::SectionDim::Index(index) => {
            SectionDim::Index(operands::integer(resolver, index, "an index of a section"))
        }
        ast::SectionDim::All => SectionDim::All,
    }
}

fn rank(resolver: &Resolver<'_>, ty: Type) -> Rank {
    let types = &resolver.program.types;
    let mut dims = 0;
    let mut inner = ty;
    let is_pointer = types.is_pointer(ty);
    if let Some(target) = types.pointee(ty) {
        dims += 1;
        inner = target;
    }
    while let TypeKind::Array(element, _) = types.stripped(inner) {
        dims += 1;
        inner = *element;
    }
    match (is_pointer, dims) {
        (false, 0) => Rank::None,
        (true, 1) => Rank::Any,
        _ => Rank::Exactly(dims),
    }
}

fn wrong_dimensions(
    resolver: &Resolver<'_>,
    base: ExprId,
    dims: &[SectionDim],
    spec: &ast::SectionSpec,
) -> Option<Diagnostic> {
    let ty = resolver.ty(base);
    let text = type_text(resolver.program, resolver.sources, ty);
    let declared = declaration_of(resolver, base);
    let diagnostic = match (rank(resolver, ty), dims.len()) {
        (Rank::None, 0) => return None,
        (Rank::None, _) => {
            Diagnostic::new(&SECTION_OF_SCALAR, spec.span, "a section of something that has no dimensions")
                .label(format!("this is of type `{text}`"))
                .help("name it without brackets; it is copied whole")
        }
        (Rank::Exactly(n), 0) => missing_section(spec, &text, n),
        (Rank::Any, 0) => missing_section(spec, &text, 1),
        (Rank::Exactly(n), given) if given != n => {
            let plural = if n == 1 { "dimension" } else { "dimensions" };
            Diagnostic::new(
                &SECTION_RANK,
                spec.span,
                format!("a section with {given} of the array's {n} {plural}"),
            )
            .label(format!("this is of type `{text}`"))
            .help(format!("give one `[lo:hi]`, `[i]` or `[*]` for each of the {n}"))
        }
        (Rank::Exactly(_) | Rank::Any, _) => return None,
    };
    Some(match declared {
        Some(span) => diagnostic.related(span, "declared here"),
        None => diagnostic,
    })
}

fn declaration_of(resolver: &Resolver<'_>, base: ExprId) -> Option<hir::Span> {
    match resolver.program.exprs[base].kind {
        ExprKind::Var(var) => Some(resolver.program.vars[var].span),
        _ => None,
    }
}

fn missing_section(spec: &ast::SectionSpec, ty: &str, dims: usize) -> Diagnostic {
    Diagnostic::new(&MISSING_SECTION, spec.span, "an array without a section")
        .label(format!("this is of type `{ty}`"))
        .help(format!("say which elements: `{}` for all of it", "[*]".repeat(dims)))
}

fn shape_of_non_pointer(resolver: &Resolver<'_>, pointer: ExprId, item: &ast::ShapeItem) -> Diagnostic {
    let ty = resolver.ty(pointer);
    let text = type_text(resolver.program, resolver.sources, ty);
    let diagnostic =
        Diagnostic::new(&SHAPE_OF_NON_POINTER, item.span, "a shape for something that is not a pointer")
            .label(format!("this is of type `{text}`"));
    match resolver.program.types.is_array(ty) {
        true => diagnostic.help("remove it: the array's declaration gives its dimensions"),
        false => diagnostic.help("only pointers need a shape"),
    }
}

fn variable_expected(span: hir::Span) -> Diagnostic {
    Diagnostic::new(&VARIABLE_EXPECTED, span, "a directive names something that is not a variable")
        .help("data directives take variables and members of structs")
}
