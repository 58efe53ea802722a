//! The order and the reach of a walk.

use source::Span;
use syntax::ast::BinaryOp;

use crate::walk::Node;
use crate::{
    ArrayLen, CastKind, Expr, ExprId, ExprKind, Measure, Program, Stmt, StmtId, StmtKind, Type, TypeKind,
};

fn expr(program: &mut Program, kind: ExprKind) -> ExprId {
    program.exprs.alloc(Expr { kind, ty: Type::INT, span: Span::BUILTIN })
}

fn stmt(program: &mut Program, kind: StmtKind) -> StmtId {
    program.stmts.alloc(Stmt { kind, span: Span::BUILTIN })
}

fn int(program: &mut Program, value: i128) -> ExprId {
    expr(program, ExprKind::Int { value, text: None })
}

#[test]
fn parents_come_before_children_and_children_in_source_order() {
    let mut p = Program::default();
    let (one, two, three) = (int(&mut p, 1), int(&mut p, 2), int(&mut p, 3));
    let sum = expr(&mut p, ExprKind::Binary { op: BinaryOp::Add, lhs: one, rhs: two });
    let returns = stmt(&mut p, StmtKind::Return(Some(three)));
    let branch = stmt(&mut p, StmtKind::If { cond: sum, then: returns, otherwise: None });
    let body = stmt(&mut p, StmtKind::Block(vec![branch]));
    let order: Vec<Node> = p.nodes(body).collect();
    let expected: Vec<Node> =
        vec![body.into(), branch.into(), sum.into(), one.into(), two.into(), returns.into(), three.into()];
    assert_eq!(order, expected);
    assert_eq!(p.exprs_below(body).count(), 4);
    assert_eq!(p.stmts_below(body).count(), 3);
}

#[test]
fn skipped_children_do_not_come() {
    let mut p = Program::default();
    let (one, two) = (int(&mut p, 1), int(&mut p, 2));
    let (first, second) = (stmt(&mut p, StmtKind::Expr(one)), stmt(&mut p, StmtKind::Expr(two)));
    let body = stmt(&mut p, StmtKind::Block(vec![first, second]));
    let mut walk = p.nodes(body);
    let mut seen = Vec::new();
    while let Some(node) = walk.next() {
        seen.push(node);
        if node == Node::Stmt(first) {
            walk.skip_children();
        }
    }
    assert_eq!(seen, [body.into(), first.into(), second.into(), two.into()]);
}

#[test]
fn operands_of_sizeof_count_only_when_they_are_evaluated() {
    let mut p = Program::default();
    let inner = int(&mut p, 1);
    let size = |value| ExprKind::Measure { what: Measure::Size, of: Type::INT, operand: Some(inner), value };
    let known = expr(&mut p, size(Some(4)));
    let unknown = expr(&mut p, size(None));
    assert_eq!(p.exprs_below(known).count(), 1);
    assert_eq!(p.exprs_below(unknown).count(), 2);
}

#[test]
fn lengths_in_written_types_are_evaluated() {
    let mut p = Program::default();
    let (length, operand) = (int(&mut p, 7), int(&mut p, 0));
    let array = p.types.intern(TypeKind::Array(Type::INT, ArrayLen::Variable(length)));
    let ty = p.types.pointer_to(array);
    let kind = ExprKind::Cast { kind: CastKind::IntToPointer, implicit: false, operand };
    let cast = p.exprs.alloc(Expr { kind, ty, span: Span::BUILTIN });
    let found: Vec<ExprId> = p.exprs_below(cast).collect();
    assert_eq!(found, [cast, length, operand]);
}
