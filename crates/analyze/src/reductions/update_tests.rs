//! Which statements are updates, and by which operation.

use hir::{ReductionOp, StmtKind};

use crate::fixture::resolved;
use hir::update::{self, About};

/// The operation of each statement of a body in which `s` is a `float`, `k` an
/// `int` and `a` an array.
fn operations(statements: &str) -> Vec<Option<ReductionOp>> {
    let text = format!(
        "double fmin(double, double); float fmaxf(float, float);\n\
         void f(float s, int k, float *a, int i) {{ {statements} }}"
    );
    let (program, sources) = resolved(&text);
    let about = About { program: &program, sources: &sources };
    let body = program.functions.iter().find_map(|(_, function)| function.body).unwrap();
    let StmtKind::Block(stmts) = &program.stmts[body].kind else { panic!("a body") };
    stmts.iter().map(|stmt| update::of_stmt(&about, *stmt).map(|found| found.op)).collect()
}

fn all(statements: &str, op: ReductionOp) {
    let found = operations(statements);
    assert!(!found.is_empty() && found.iter().all(|f| *f == Some(op)), "{statements}: {found:?}");
}

#[test]
fn sums_and_products() {
    all("s += a[i]; s -= 2; s = s + a[i]; s = a[i] + s; s = s - a[i]; s++; --s;", ReductionOp::Add);
    all("s = s + a[i] + 1; s = a[i] + s - 1; s = 1 + (a[0] + s);", ReductionOp::Add);
    all("s *= a[i]; s = s * 2; s = a[i] * s * 2;", ReductionOp::Mul);
    all("a[i] += s; a[i + 1] = a[i + 1] + 1; a[k]++;", ReductionOp::Add);
}

#[test]
fn bits_and_truth() {
    all("k &= i; k = k & i; k = i & k;", ReductionOp::BitAnd);
    all("k |= i; k = i | k;", ReductionOp::BitOr);
    all("k ^= i; k = k ^ i;", ReductionOp::BitXor);
    all("k = k && a[i] > 0; k = i && k; if (a[i] < 0) k = 0; if (!i) { k = 0; }", ReductionOp::And);
    all("k = k || a[i] > 0; if (a[i] > 0) k = 1;", ReductionOp::Or);
}

#[test]
fn extremes() {
    all("s = fmin(s, a[i]); s = fmin(a[i], s);", ReductionOp::Min);
    all("if (a[i] < s) s = a[i]; if (s > a[i]) { s = a[i]; } if (a[i] <= s) s = a[i];", ReductionOp::Min);
    all("s = a[i] < s ? a[i] : s; s = s < a[i] ? s : a[i];", ReductionOp::Min);
    all("s = fmaxf(s, a[i]); if (a[i] > s) s = a[i]; s = a[i] < s ? s : a[i];", ReductionOp::Max);
    all("if (a[i] * a[i] > s) s = a[i] * a[i];", ReductionOp::Max);
}

#[test]
fn what_depends_on_the_order() {
    let found = operations(
        "s = a[i]; s = a[i] - s; s += s; s = s * a[i] + 1; s = s + s; k += 0.5f; s = a[i] / s; \
         if (a[i] > s) s = a[0]; if (s > 0) k = 0, s = 1; s += a[i] * s; s = s - (a[i] - s); \
         if (i) s = 2; a[i] += a[k]; s /= 2;",
    );
    assert_eq!(found, vec![None; 14]);
}
