//! Liveness over all kinds of control flow.

use std::collections::BTreeSet;

use hir::StmtKind;

use super::Liveness;
use crate::Input;
use crate::control_flow::ControlFlow;
use crate::fixture::resolved;

/// Names of the variables whose value is read first in the outermost loop body
/// or `while`, and of those live after the first loop.
fn of_first_loop(body: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let text = format!("int g; int call(int *); void f(int n, int x, int y, int z) {{ {body} }}");
    let (program, sources) = resolved(&text);
    let function = program.functions.iter().find(|(_, f)| f.body.is_some()).unwrap().0;
    let graph = ControlFlow::of_function(&program, function);
    let input = Input::new(&program, &sources);
    let live = Liveness::of_function(&input, function, &graph);
    let is_loop = |kind: &StmtKind| {
        matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. })
    };
    let body = program.functions[function].body.unwrap();
    let stmt = program.stmts_below(body).find(|stmt| is_loop(&program.stmts[*stmt].kind)).unwrap();
    let extent = graph.extent(stmt).unwrap();
    let name = |var: hir::VarId| program.vars[var].name.map(|name| sources.text(name).into_owned());
    let read = live.read_before_written(&extent.blocks).into_iter().filter_map(name).collect();
    let after = program.vars.ids().filter(|var| live.is_live(*var, extent.after)).filter_map(name).collect();
    (read, after)
}

fn names(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn check(body: &str, read: &str, after: &str) {
    let found = of_first_loop(body);
    assert_eq!(found, (names(read), names(after)), "{body}");
}

#[test]
fn straight_and_branched() {
    check("for (int i = 0; i < n; i++) { x = 1; y = x; } z = y;", "i n", "y");
    check("for (int i = 0; i < n; i++) { if (z) x = 1; y = x; } z = y;", "i n z x", "y");
    check("for (int i = 0; i < n; i++) { if (z) x = 1; else x = 2; y = x; }", "i n z", "");
    check("while (n--) { z && (x = 1); y = x; } call(&y);", "n z x", "y");
    check("while (n--) { y = z ? x : 1; }", "n z x", "");
}

#[test]
fn jumps() {
    check("while (n) { if (z) break; x = 1; } y = x;", "n z", "x");
    check("while (n) { if (z) continue; x = 1; y = x; }", "n z", "");
    check("do { if (z) goto out; x = n; } while (x); y = x; out: z = y;", "z n", "x");
    check("while (n) { switch (z) { case 1: x = 1; break; default: x = 2; } y = x; }", "n z", "");
    check("while (n) { switch (z) { case 1: x = 1; break; case 2: x = 2; } y = x; }", "n z x", "");
    check("for (;;) { x = 1; if (z) return; y = x; }", "z", "");
}

#[test]
fn what_others_can_see_is_live() {
    check("while (n--) g = x;", "n x", "g");
    check("while (n--) x = 1; call(&x);", "n", "x");
}

#[test]
fn statement_expressions() {
    check("while (n--) { y = ({ int t = x; t + 1; }); } z = y;", "n x t", "y");
}
