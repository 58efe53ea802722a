//! C++ does not jump into the scope of an initialised variable, by `goto` or by `case`.
//!
//! ```c++
//! if (failed)
//!     goto end;        // passes the initialiser of `n`
//! int n = 4;
//! end:
//! ```
//! A statement's path are the blocks around it, with the place in each. A jump enters the
//! blocks of the label's path that it is not in already, and passes what stands before the
//! label in them.

use std::collections::HashMap;

use diagnostics::Diagnostic;
use diagnostics::codes::JUMP_PAST_INITIALISER;
use hir::{FunctionId, LabelId, Node, Program, Span, StmtId, StmtKind, VarId, VarStorage};

use super::Rules;

/// The blocks around a statement, and its place in each.
type Path = Vec<(StmtId, usize)>;

#[derive(Default)]
struct Jumps {
    labels: HashMap<LabelId, Path>,
    /// Where from, and to which label.
    gotos: Vec<(Path, Span, LabelId)>,
    /// From the `switch` to each of its cases.
    cases: Vec<(Path, Span, Path)>,
}

pub(super) fn check(rules: &Rules<'_>, id: FunctionId, found: &mut Vec<Diagnostic>) {
    let program = rules.program;
    let Some(body) = program.functions[id].body else { return };
    let jumps = collect(program, body);
    for (from, span, label) in &jumps.gotos {
        let to = jumps.labels.get(label);
        found.extend(to.and_then(|to| passed(program, from, to)).map(|var| diagnostic(rules, *span, var)));
    }
    for (from, span, to) in &jumps.cases {
        found.extend(passed(program, from, to).map(|var| diagnostic(rules, *span, var)));
    }
}

fn collect(program: &Program, body: StmtId) -> Jumps {
    let mut jumps = Jumps::default();
    let mut open: Vec<(StmtId, Path, Option<Path>)> = vec![(body, Vec::new(), None)];
    while let Some((stmt, path, switch)) = open.pop() {
        let span = program.stmts[stmt].span;
        let mut inner = switch.clone();
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => {
                for (at, &child) in stmts.iter().enumerate() {
                    let mut path = path.clone();
                    path.push((stmt, at));
                    open.push((child, path, switch.clone()));
                }
                continue;
            }
            StmtKind::Goto(label) => jumps.gotos.push((path.clone(), span, *label)),
            StmtKind::Label { label, .. } => drop(jumps.labels.insert(*label, path.clone())),
            StmtKind::Switch { .. } => inner = Some(path.clone()),
            StmtKind::Case { .. } | StmtKind::Default(_) => {
                jumps.cases.extend(switch.clone().map(|from| (from, span, path.clone())));
            }
            _ => {}
        }
        let children = program.children(Node::Stmt(stmt)).into_iter();
        open.extend(children.filter_map(|child| match child {
            Node::Stmt(child) => Some((child, path.clone(), inner.clone())),
            Node::Expr(_) => None,
        }));
    }
    jumps
}

/// The first initialised variable that a jump passes.
fn passed(program: &Program, from: &Path, to: &Path) -> Option<VarId> {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let mut entered = to[common..].iter();
    let mut ranges = Vec::new();
    if let (Some(&(block, here)), Some(&(other, there))) = (from.get(common), to.get(common))
        && block == other
    {
        entered.next();
        // Backward it leaves scopes, and enters none.
        ranges.push((block, here + 1, there));
    }
    ranges.extend(entered.map(|&(block, at)| (block, 0, at)));
    ranges.into_iter().find_map(|(block, first, last)| {
        let StmtKind::Block(stmts) = &program.stmts[block].kind else { return None };
        let stmts = stmts.get(first..last.max(first))?;
        stmts
            .iter()
            .flat_map(|&stmt| program.declared(unlabelled(program, stmt)))
            .find(|&var| program.vars[var].init.is_some() && program.vars[var].storage == VarStorage::Local)
    })
}

/// What stands behind `case 1:` and labels.
fn unlabelled(program: &Program, mut stmt: StmtId) -> StmtId {
    while let StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } =
        program.stmts[stmt].kind
    {
        stmt = body;
    }
    stmt
}

fn diagnostic(rules: &Rules<'_>, span: Span, var: VarId) -> Diagnostic {
    let declared = &rules.program.vars[var];
    let name = declared.name.map(|name| rules.sources.text(name)).unwrap_or_default();
    let message = format!("this jump passes the initialiser of `{name}`");
    Diagnostic::new(&JUMP_PAST_INITIALISER, span, message)
        .related(declared.span, "initialised here")
        .note("CUDA files are C++, which refuses this")
        .help(format!("declare `{name}` before the jump, or put it in a block that ends before the label"))
}
