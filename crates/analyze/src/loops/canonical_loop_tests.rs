//! Which loops are canonical, and how often they run.

use hir::{BinaryOp, StmtId, StmtKind};
use proptest::prelude::*;

use super::{count, recognize};
use crate::fixture::resolved;
use crate::{CanonicalLoop, Input};

fn the_loop(head: &str, body: &str) -> Result<CanonicalLoop, String> {
    let text = format!(
        "int g, *p; void call(void); double fabs(double); struct s {{ int n; }} *q;\n\
         void f(int n, unsigned u, long l, float a[64]) {{ int i, j; unsigned v; unsigned char c;\n\
         for ({head}) {{ {body} }} }}"
    );
    let (program, sources) = resolved(&text);
    let input = Input::new(&program, &sources);
    let is_for = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::For { .. });
    let stmt = program.stmts.ids().find(is_for).unwrap();
    recognize(&input, stmt).map_err(|reason| reason.reason)
}

#[test]
fn counts_constant_loops() {
    let trips = |head| the_loop(head, "a[0] = 1;").unwrap().trips;
    assert_eq!(trips("i = 0; i < 10; i++"), Some(10));
    assert_eq!(trips("int k = 0; k <= 10; ++k"), Some(11));
    assert_eq!(trips("i = 9; i >= 0; i--"), Some(10));
    assert_eq!(trips("i = 0; i < 10; i += 3"), Some(4));
    assert_eq!(trips("i = 10; i > 0; i = i - 3"), Some(4));
    assert_eq!(trips("i = 0; 10 > i; i = 2 + i"), Some(5));
    assert_eq!(trips("i = 0; i != 10; i += 5"), Some(2));
    assert_eq!(trips("i = 10; i < 0; i++"), Some(0));
    assert_eq!(trips("v = 3; v < 7; v++"), Some(4));
    assert_eq!(trips("v = 10; v > 0; v--"), Some(10));
    assert_eq!(trips("i = 0; i < n; i++"), None);
    assert_eq!(trips("i = 0; i < sizeof(a); i++"), Some(8));
}

#[test]
fn keeps_the_parts() {
    let found = the_loop("i = n; n + 3 >= i; i += 2", "").unwrap();
    assert_eq!((found.step, found.op, found.declares_index), (2, BinaryOp::Le, false));
}

#[test]
fn says_what_is_in_the_way() {
    let reason = |head, body| the_loop(head, body).unwrap_err();
    assert_eq!(reason("; i < n; i++", ""), "its index has no start value in the loop's head");
    assert_eq!(reason("i = 0; ; i++", ""), "it has no condition");
    assert_eq!(reason("i = 0; i < n;", ""), "it has no step");
    assert_eq!(reason("i = 0, j = 0; i < n; i++", ""), "its head sets more than one variable");
    assert_eq!(reason("i = 0; i < n; i++, j++", ""), "its step changes more than one variable");
    assert_eq!(reason("i = 1; i < n; i *= 2", ""), "its step does not add a constant to the index");
    assert_eq!(reason("i = 0; i < n; i += n", ""), "its step is not a constant");
    assert_eq!(reason("i = 0; i < n; i += 0", ""), "its step is zero");
    assert_eq!(reason("i = 0; i < n; j++", ""), "its step does not add a constant to the index");
    assert_eq!(reason("i = 0; i == n; i++", ""), "its condition must use `<`, `<=`, `>`, `>=` or `!=`");
    assert_eq!(
        reason("i = 0; j < n; i++", ""),
        "its condition does not compare the index itself with a bound"
    );
    assert_eq!(reason("i = 0; i < n; i--", ""), "it steps away from its bound and may not end");
    assert_eq!(reason("i = 0; i < n; i++", "i = 3;"), "its index is changed in the body");
    assert_eq!(reason("i = 0; i < n; i++", "p = &i;"), "the address of its index is taken, so it may change");
    assert_eq!(reason("i = 0; i < n; i++", "n--;"), "its bound may change while it runs");
    assert_eq!(reason("i = 0; i < 2 * i; i++", ""), "its bound depends on the index");
    assert_eq!(
        reason("i = 0; i < *p; i++", "*p = 3;"),
        "its bound is read through a pointer and the body may change it"
    );
    assert_eq!(
        reason("v = 0; v != u; v += 2", ""),
        "with `!=`, the step must be known to meet the bound exactly"
    );
    assert_eq!(reason("i = 0; i != 9; i += 2", ""), "its index passes the bound without meeting it");
    assert_eq!(reason("v = 9; v >= 0; v--", ""), "its index is unsigned, so the condition always holds");
    assert_eq!(reason("c = 0; c < 300; c++", ""), "its index overflows before it reaches the bound");
    assert_eq!(reason("i = n; i < u; i++", ""), "its index is signed but compared as an unsigned number");
    assert_eq!(reason("g = 0; g < n; g++", "call();"), "its index is not local, so this call may change it");
    assert_eq!(reason("float x = 0; x < 3; x += 1", ""), "its index is not an integer");
}

#[test]
fn what_does_not_matter_is_accepted() {
    for (head, body) in [
        ("i = 0; i < *p; i++", "a[i] = 0;"),
        ("i = 0; i < q->n; i++", "a[i] = 0;"),
        ("g = 0; g < n; g++", "a[g] = fabs(a[g]);"),
        ("i = 0; i < u; i++", "j = i;"),
        ("i = 0; i < l; i++", ""),
        ("long k = n - 1; k >= 0; k -= 4", ""),
        ("i = 0; i != n; i += 2", ""),
    ] {
        assert!(the_loop(head, body).is_ok(), "{head} {body}");
    }
}

proptest! {
    #[test]
    fn the_count_is_what_the_loop_does(first in -20i128..20, bound in -20i128..20, step in -5i128..=5, op in 0usize..5) {
        prop_assume!(step != 0);
        let op = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Ne][op];
        let up = matches!(op, BinaryOp::Lt | BinaryOp::Le);
        let down = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
        prop_assume!(!(up && step < 0 || down && step > 0));
        let holds = |i: i128| match op {
            BinaryOp::Lt => i < bound,
            BinaryOp::Le => i <= bound,
            BinaryOp::Gt => i > bound,
            BinaryOp::Ge => i >= bound,
            _ => i != bound,
        };
        let mut i = first;
        let mut times = 0;
        while holds(i) && times < 1000 {
            i += step;
            times += 1;
        }
        let expected = (times < 1000).then_some(times);
        prop_assert_eq!(count(first, bound, op, step), expected);
    }
}
