//! What precedence makes of operands, and what becomes of comments and macros.

use super::*;

fn loose(text: &str, op: BinaryOp) -> Operand {
    Operand::generated(text, Precedence::of(op))
}

#[test]
fn a_place_says_what_needs_parentheses() {
    let mask = loose("m & ~1", BinaryOp::BitAnd);
    assert_eq!(mask.plus(16).whole(), "(m & ~1) + 16");
    assert_eq!(mask.value(), "m & ~1");
    assert_eq!(loose("a, b", BinaryOp::Comma).value(), "(a, b)");
    assert_eq!(loose("n - 1", BinaryOp::Sub).at(Precedence::Unary), "(n - 1)");
}

#[test]
fn conditions_come_together() {
    let (or, and) = (loose("a || b", BinaryOp::Or), loose("c && d", BinaryOp::And));
    let all = Operand::all([or.clone(), and, Operand::name("e")]);
    assert_eq!(all.map(|all| all.whole()).as_deref(), Some("(a || b) && c && d && e"));
    assert_eq!(or.negated().whole(), "!(a || b)");
    let choice = Operand::choice(&or, &Operand::name("x"), &Operand::name("0"));
    assert_eq!(choice.whole(), "a || b ? x : 0");
    assert_eq!(
        Operand::choice(&choice, &choice, &choice).whole(),
        "(a || b ? x : 0) ? (a || b ? x : 0) : a || b ? x : 0"
    );
}

#[test]
fn comments_and_lines_are_left_out() {
    assert_eq!(on_one_line(b"i * m // the row\n   + j").as_deref(), Some("i * m + j"));
    assert_eq!(on_one_line(b"i/* a\n b */+\\\n j").as_deref(), Some("i + j"));
    assert_eq!(on_one_line(b"c == '\"' // x\n").as_deref(), Some("c == '\"'"));
    assert_eq!(on_one_line(b"a\n#if X\n + b"), None);
}
