//! Is a loop parallel, and if not, which two accesses stand in the way?
//!
//! A loop is parallel when the checker accepts it as a partitioned one, with the loops around it on
//! the host. Sums and the like that its iterations combine become `reduction` clauses first; what
//! the checker still finds is the [`Obstacle`].

use std::collections::HashMap;

use analyze::KernelFacts;
use analyze::rehearsal::Rehearsal;
use diagnostics::{Diagnostic, Severity, codes};
use hir::{Node, Program, ReductionOp, Span, StmtId, StmtKind, VarId};

use crate::hints::Hint;
use crate::nests::Loop;
use crate::trial::{Combined, Trials};
use crate::vouched::Word;

/// Loops with more expressions are not looked into.
const LARGEST: usize = 6000;

/// What is known about a loop.
#[derive(Debug)]
pub struct Finding {
    /// Parallel with these clauses, or why not.
    pub verdict: Result<Vec<Combined>, Obstacle>,
    /// What its body does, where it could be walked through.
    pub facts: Option<KernelFacts>,
    /// What a pragma has to do with the verdict.
    pub word: Option<Word>,
}

/// What kind of obstacle it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObstacleKind {
    /// Iterations depend on each other.
    Serial,
    /// It is not known whether they do, or the loop cannot run on a device.
    NotUnderstood,
}

/// Why a loop is not parallel.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What kind.
    pub kind: ObstacleKind,
    /// In a sentence.
    pub message: String,
    /// The places that show it.
    pub places: Vec<(Span, String)>,
    /// What to change.
    pub help: Option<String>,
}

/// The loops that were looked at.
pub struct Findings<'a> {
    /// The program to try things on.
    pub trials: Trials<'a>,
    pub(crate) keep_order: bool,
    pub(crate) hints: HashMap<StmtId, Hint>,
    known: HashMap<StmtId, Finding>,
    /// Arrays of which old values make a loop parallel, for those that were asked.
    pub(crate) old_arrays: HashMap<StmtId, Option<Vec<VarId>>>,
}

impl<'a> Findings<'a> {
    /// Nothing is known yet. `keep_order`: floating sums stay in their order.
    pub fn new(trials: Trials<'a>, keep_order: bool) -> Findings<'a> {
        Findings {
            trials,
            keep_order,
            hints: HashMap::new(),
            known: HashMap::new(),
            old_arrays: HashMap::new(),
        }
    }

    /// The same, where pragmas of others say something of these loops.
    pub fn with_hints(self, hints: HashMap<StmtId, Hint>) -> Findings<'a> {
        Findings { hints, ..self }
    }

    /// What is known about a loop.
    pub fn of(&mut self, at: &Loop) -> &Finding {
        if !self.known.contains_key(&at.stmt) {
            let proven = self.find(at);
            let finding = self.with_hint(at, proven);
            self.known.insert(at.stmt, finding);
        }
        &self.known[&at.stmt]
    }

    /// The same for a loop that was looked at.
    pub fn known(&self, stmt: StmtId) -> Option<&Finding> {
        self.known.get(&stmt)
    }

    /// The clauses of a loop that is known to be parallel, whatever anybody says.
    pub fn clauses(&mut self, at: &Loop) -> Option<Vec<Combined>> {
        let finding = self.of(at);
        match finding.word {
            Some(Word::Followed { .. }) => None,
            _ => finding.verdict.as_ref().ok().cloned(),
        }
    }

    fn find(&mut self, at: &Loop) -> Finding {
        let program = &*self.trials.program;
        let span = program.stmts[at.stmt].span;
        if let Err((message, at)) = whole(program, at.stmt) {
            return Finding { verdict: Err(Obstacle::foreign(message, at)), facts: None, word: None };
        }
        let input = self.trials.input();
        if let Err(not) = analyze::canonical_loop::recognize(&input, at.stmt) {
            let message = format!("its iterations cannot be counted before it runs: {}", not.reason);
            let help = not.help.map(str::to_string);
            let obstacle = Obstacle { help, ..Obstacle::foreign(message, not.span) };
            return Finding { verdict: Err(obstacle), facts: None, word: None };
        }
        let first = self.trials.of_loop(at.function, at.stmt, &[]);
        let mut combined = Combined::missing(&first);
        if let Some(obstacle) = self.in_order(&combined, span) {
            return Finding { verdict: Err(obstacle), facts: first.facts, word: None };
        }
        let second = match combined.is_empty() {
            true => first,
            false => self.trials.of_loop(at.function, at.stmt, &combined),
        };
        let arrays = self.arrays(&second);
        if arrays.is_empty() {
            return concluded(second, combined);
        }
        combined.extend(arrays);
        concluded(self.trials.of_loop(at.function, at.stmt, &combined), combined)
    }

    /// Must a floating-point sum stay in its order?
    pub(crate) fn in_order(&self, combined: &[Combined], span: Span) -> Option<Obstacle> {
        let program = &*self.trials.program;
        let is_ordered = |combined: &&Combined| {
            let reorders = matches!(combined.op, ReductionOp::Add | ReductionOp::Mul);
            reorders && !program.types.is_integer(program.vars[combined.var].ty)
        };
        let kept = combined.iter().find(is_ordered).filter(|_| self.keep_order)?;
        let name = self.trials.input().name(kept.var);
        let message = format!("`{name}` is a floating-point sum, and `--keep-order` keeps its order");
        Some(Obstacle {
            kind: ObstacleKind::Serial,
            message,
            places: vec![(span, String::new())],
            help: Some("without `--keep-order` it becomes a `reduction`".into()),
        })
    }

    /// Arrays whose elements the iterations combine, by what the checker offers.
    pub(crate) fn arrays(&self, found: &Rehearsal) -> Vec<Combined> {
        let Some(facts) = &found.facts else { return Vec::new() };
        let offers = found.found.iter().filter_map(|finding| finding.fix.as_ref());
        let texts = offers.flat_map(|fix| &fix.edits).map(|edit| edit.replacement.trim());
        texts.filter_map(|text| self.array_clause(facts, text)).collect()
    }

    /// `reduction(+:hist[*])`
    fn array_clause(&self, facts: &KernelFacts, text: &str) -> Option<Combined> {
        let (op, section) = text.strip_prefix("reduction(")?.strip_suffix(')')?.split_once(':')?;
        let (name, dims) = section.split_once('[')?;
        let input = self.trials.input();
        let named = |var: &VarId| input.name(*var) == name;
        let arrays = facts.arrays.iter().filter(|used| used.place.path.is_empty());
        let var = arrays.map(|used| used.place.var).find(named)?;
        let ops = [ReductionOp::Add, ReductionOp::Mul, ReductionOp::Min, ReductionOp::Max];
        let more = [ReductionOp::BitAnd, ReductionOp::BitOr, ReductionOp::BitXor];
        let op = ops.into_iter().chain(more).find(|known| known.text() == op)?;
        Some(Combined { rank: dims.matches('*').count(), ..Combined::scalar(op, var) })
    }
}

/// Can everything that a loop does be looked at, in the functions that it calls too?
fn whole(program: &Program, stmt: StmtId) -> Result<(), (String, Span)> {
    let mut exprs = 0;
    let mut pending = vec![stmt];
    let mut called = program.stmts[stmt].span;
    while let Some(body) = pending.pop() {
        for node in program.nodes(body) {
            match node {
                Node::Stmt(stmt) if matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. }) => {
                    return Err(("it has a kernel inside".into(), program.stmts[stmt].span));
                }
                Node::Stmt(_) => {}
                Node::Expr(expr) => {
                    exprs += 1;
                    if let Some(instance) = program.instances.get(&expr) {
                        pending.push(instance.body);
                        called = program.exprs[expr].span;
                    }
                }
            }
            if exprs == LARGEST {
                return Err(("it is too large to be analysed".into(), called));
            }
        }
    }
    Ok(())
}

fn concluded(found: Rehearsal, combined: Vec<Combined>) -> Finding {
    let verdict = match refusal(&found) {
        Some(finding) => Err(Obstacle::of(finding)),
        None => Ok(combined),
    };
    Finding { verdict, facts: found.facts, word: None }
}

/// Why what was tried is not accepted.
pub(crate) fn refusal(tried: &Rehearsal) -> Option<&Diagnostic> {
    worst(&tried.found)
}

/// The finding that says most: a proven collision before a doubt, an error before a warning.
fn worst(found: &[Diagnostic]) -> Option<&Diagnostic> {
    found.iter().min_by_key(|finding| (finding.severity(), rank(finding)))
}

/// What cannot be in a kernel at all comes first, then dependences between iterations.
fn rank(finding: &Diagnostic) -> usize {
    let serial = [
        &codes::CALL_IN_KERNEL,
        &codes::THREADS_COLLIDE,
        &codes::SCALAR_CARRIED,
        &codes::VALUE_AFTER_PARTITION,
    ];
    serial.iter().position(|code| code.id == finding.code.id).unwrap_or(serial.len())
}

impl Obstacle {
    /// From what the checker says.
    pub fn of(finding: &Diagnostic) -> Obstacle {
        let serial = [
            &codes::THREADS_COLLIDE,
            &codes::REDUNDANT_UPDATE,
            &codes::SCALAR_CARRIED,
            &codes::VALUE_AFTER_PARTITION,
            &codes::SCALAR_LIVE_OUT,
            &codes::PRINTED_IN_ANY_ORDER,
        ];
        let is_serial = serial.iter().any(|code| code.id == finding.code.id);
        let kind = if is_serial { ObstacleKind::Serial } else { ObstacleKind::NotUnderstood };
        let label = |label: &diagnostics::Label| (label.span, of_iterations(&label.text));
        let mut places = vec![label(&finding.primary)];
        // What stands under the directive of the trial is no place of the user's.
        let shown = finding.related.iter().filter(|related| !speaks_of_directive(&related.text));
        places.extend(shown.map(label));
        let note = finding.notes.first().map(|note| format!(": {note}")).unwrap_or_default();
        let doubt = finding.severity() == Severity::Warning;
        let message = match doubt && !finding.primary.text.is_empty() {
            true => format!("{}: {}", finding.message, finding.primary.text),
            false => format!("{}{note}", finding.message),
        };
        Obstacle { kind, message: of_iterations(&message), places, help: None }
    }

    /// Something that has no place in a kernel.
    pub fn foreign(message: String, at: Span) -> Obstacle {
        Obstacle { kind: ObstacleKind::NotUnderstood, message, places: vec![(at, String::new())], help: None }
    }
}

fn speaks_of_directive(text: &str) -> bool {
    text.contains("shares out") || text.contains("run by different threads")
}

/// What the checker says of threads, said of the iterations that they would run.
fn of_iterations(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" (block ") {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // `(block (0, 1), thread 3)`
        let mut open = 0;
        let end = rest.find(|letter| {
            open += i32::from(letter == '(') - i32::from(letter == ')');
            open == 0
        });
        rest = end.map_or("", |end| &rest[end + 1..]);
    }
    out.push_str(rest);
    let words = [
        ("threads collide in", "iterations depend on each other in"),
        ("this partitioned loop", "this loop"),
        ("a partitioned loop", "a parallel loop"),
        ("the value this kernel gives to", "what iterations give to"),
        ("is lost", "is used after the loop"),
        ("each thread changes a copy of its own", "set here"),
        ("by one thread and by another", "by one iteration and by another"),
        ("by one thread", "by one iteration"),
        ("by another thread", "by another"),
        ("different threads touch", "different iterations touch"),
        ("threads may update", "iterations may update"),
    ];
    words.iter().fold(out, |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod parallel_tests {
    use super::of_iterations;

    #[test]
    fn places_of_threads_are_left_out() {
        let said = "with n = 2: iteration i = 1 writes y[1] (block (1, 0), thread 0), iteration i = 2 reads it (block 2, thread 0)";
        assert_eq!(of_iterations(said), "with n = 2: iteration i = 1 writes y[1], iteration i = 2 reads it");
    }
}
