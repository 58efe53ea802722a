//! Which expressions are printed by the name of a macro.

use hir::{BinaryOp, Expr, ExprId, ExprKind, Type};
use source::{Expansion, ExpansionId, ExpansionKind, FileKind, Span, Symbol};

use crate::build::Build;
use crate::{Printer, Style};

/// `2 * TILE` where `TILE` is defined as `body`, which is `16 * 2` or that in
/// parentheses.
fn twice_the_tile(build: &mut Build, body: &str) -> ExprId {
    let text = format!("#define TILE {body}\nTILE");
    let file =
        build.sources.map.add("m.c".to_owned(), text.clone().into_bytes().into(), FileKind::User, None);
    let start = build.sources.map.file(file.unwrap()).start;
    let at = |lo: usize, hi: usize| Span::in_file(start + lo as u32, start + hi as u32);
    let body_at = text.find(body).unwrap();
    let call = at(text.len() - 4, text.len());
    let macro_name = build.name("TILE");
    let body_span = at(body_at, body_at + body.len());
    let expansion = Expansion { kind: ExpansionKind::Body, macro_name, body: body_span, call };
    let ctx = build.sources.expansions.add(expansion);
    let product_at = text.find("16 * 2").unwrap();
    let (sixteen, by, two) = (build.int(16, Type::INT), build.int(2, Type::INT), build.int(2, Type::INT));
    let product = ExprKind::Binary { op: BinaryOp::Mul, lhs: sixteen, rhs: by };
    let span = Span { ctx, ..at(product_at, product_at + 6) };
    [sixteen, by].into_iter().for_each(|factor| build.program.exprs[factor].span = span);
    let product = build.program.exprs.alloc(Expr { kind: product, ty: Type::INT, span });
    let outer = ExprKind::Binary { op: BinaryOp::Mul, lhs: two, rhs: product };
    build.expr(outer, Type::INT)
}

fn printed(build: &Build, expr: ExprId, may_name: &dyn Fn(Symbol) -> bool) -> String {
    let style = Style { macros: Some(may_name), ..Style::default() };
    Printer::new(&build.program, &build.sources, style).expr_text(expr)
}

#[test]
fn a_whole_expansion_is_printed_by_its_name() {
    let mut build = Build::default();
    let expr = twice_the_tile(&mut build, "(16 * 2)");
    assert_eq!(printed(&build, expr, &|_| true), "2 * TILE");
    assert_eq!(printed(&build, expr, &|_| false), "2 * (16 * 2)");
}

#[test]
fn a_replacement_list_without_parentheses_gets_some() {
    let mut build = Build::default();
    let expr = twice_the_tile(&mut build, "16 * 2");
    assert_eq!(printed(&build, expr, &|_| true), "2 * (TILE)");
}

#[test]
fn what_is_only_part_of_an_expansion_is_printed_out() {
    let mut build = Build::default();
    let expr = twice_the_tile(&mut build, "(16 * 2 + 1)");
    assert_eq!(printed(&build, expr, &|_| true), "2 * (16 * 2)");
    assert_eq!(build.program.exprs[expr].span.ctx, ExpansionId::NONE);
}
