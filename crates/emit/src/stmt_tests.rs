//! Bodies, braces and labels.

use hir::{ExprKind, IncDec, Item, Label, StmtId, StmtKind, Type};
use source::Span;

use crate::build::Build;
use crate::{Printer, Style};

fn print(build: &Build, stmt: StmtId) -> String {
    let mut printer = Printer::new(&build.program, &build.sources, Style::default());
    printer.stmt(stmt);
    printer.finish()
}

fn bump(build: &mut Build, name: &str) -> StmtId {
    let var = build.var(name, Type::INT);
    let operand = build.read(var);
    let expr = build.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand }, Type::INT);
    build.stmt(StmtKind::Expr(expr))
}

#[test]
fn an_else_stays_with_its_if() {
    let mut build = Build::default();
    let b = &mut build;
    let (x, y) = (bump(b, "x"), bump(b, "y"));
    let cond = b.int(1, Type::INT);
    let inner = b.stmt(StmtKind::If { cond, then: x, otherwise: None });
    let around = b.stmt(StmtKind::While { cond, body: inner });
    let outer = b.stmt(StmtKind::If { cond, then: around, otherwise: Some(y) });
    let expected = "if (1) {\n    while (1) {\n        if (1)\n            x++;\n    }\n} else\n    y++;\n";
    assert_eq!(print(&build, outer), expected);
}

#[test]
fn else_if_chains_do_not_grow_to_the_right() {
    let mut build = Build::default();
    let b = &mut build;
    let (x, y, z) = (bump(b, "x"), bump(b, "y"), bump(b, "z"));
    let cond = b.int(1, Type::INT);
    let last = b.stmt(StmtKind::If { cond, then: y, otherwise: Some(z) });
    let chain = b.stmt(StmtKind::If { cond, then: x, otherwise: Some(last) });
    let expected = "if (1)\n    x++;\nelse if (1)\n    y++;\nelse\n    z++;\n";
    assert_eq!(print(&build, chain), expected);
}

#[test]
fn several_variables_of_a_for_heading_are_one_declaration() {
    let mut build = Build::default();
    let b = &mut build;
    let zero = b.int(0, Type::INT);
    let pointer = b.program.types.pointer_to(Type::INT);
    let mut items = Vec::new();
    for (name, ty) in [("i", Type::INT), ("p", pointer)] {
        let var = b.var(name, ty);
        b.program.vars[var].init = Some(hir::Init::Expr(zero));
        items.push(Item::Var { var, with_init: true, is_extern: false, ty });
    }
    let init = b.stmt(StmtKind::Decl(items));
    let body = b.stmt(StmtKind::Empty);
    let all = b.stmt(StmtKind::For { init: Some(init), cond: None, step: None, body });
    assert_eq!(print(&build, all), "for (int i = 0, *p = 0;;)\n    ;\n");
}

#[test]
fn a_label_before_a_declaration_gets_a_statement() {
    let mut build = Build::default();
    let b = &mut build;
    let name = b.name("done");
    let label = b.program.labels.alloc(Label { name, span: Span::BUILTIN });
    let var = b.var("x", Type::INT);
    let item = Item::Var { var, with_init: false, is_extern: false, ty: Type::INT };
    let body = b.stmt(StmtKind::Decl(vec![item]));
    let marked = b.stmt(StmtKind::Label { label, body });
    let block = b.stmt(StmtKind::Block(vec![marked]));
    assert_eq!(print(&build, block), "{\ndone:;\n    int x;\n}\n");
}
