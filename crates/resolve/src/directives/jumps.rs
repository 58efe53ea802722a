//! Jumps into and out of regions.
//!
//! ```c
//! #pragma hicuda kernel k tblock(8) thread(64)
//! if (a[0] < 0) return;                        // to where? the host is not here
//! #pragma hicuda kernel_end
//! ```
//! A region has one entry and one exit: the region becomes a function, or code
//! for one thread, and what jumps across its edge has no place to go.

use std::collections::HashMap;

use diagnostics::codes::JUMP_ACROSS_REGION;
use diagnostics::{Diagnostic, Sink};
use hir::{LabelId, Node, Program, Span, StmtId, StmtKind};

use super::placement::defined_in;

/// Checks the functions of one unit.
pub(super) fn check(program: &Program, unit: usize, sink: &mut Sink) {
    for function in defined_in(program, unit) {
        if let Some(body) = program.functions[function].body {
            let mut walk = Walk { program, labels: HashMap::new(), jumps: Vec::new(), sink };
            walk.body(body);
            walk.match_labels();
        }
    }
}

/// What surrounds a statement: the innermost region, and the regions around
/// the statements that `break`, `continue` and `case` refer to.
#[derive(Clone, Copy, Default)]
struct Around {
    region: Option<StmtId>,
    breakable: Target,
    continuable: Target,
    switch: Target,
}

/// An enclosing loop or switch, and its region.
#[derive(Clone, Copy, Default)]
struct Target {
    stmt: Option<StmtId>,
    region: Option<StmtId>,
}

struct Walk<'a> {
    program: &'a Program,
    /// Where each label stands, and in which region.
    labels: HashMap<LabelId, (Span, Option<StmtId>)>,
    /// Every mention of a label by a jump: place, label, region.
    jumps: Vec<(Span, LabelId, Option<StmtId>)>,
    sink: &'a mut Sink,
}

impl Walk<'_> {
    fn body(&mut self, body: StmtId) {
        let mut pending = vec![(Node::Stmt(body), Around::default())];
        while let Some((node, around)) = pending.pop() {
            let inside = match node {
                Node::Stmt(stmt) => self.statement(stmt, around),
                Node::Expr(_) => around,
            };
            pending.extend(
                self.program.children_with_stmts(node).into_iter().rev().map(|child| (child, inside)),
            );
        }
    }

    /// Looks at one statement; returns what surrounds those inside it.
    fn statement(&mut self, id: StmtId, around: Around) -> Around {
        let stmt = &self.program.stmts[id];
        let here = Target { stmt: Some(id), region: around.region };
        match &stmt.kind {
            StmtKind::Kernel { .. } | StmtKind::Singular { .. } => Around { region: Some(id), ..around },
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                Around { breakable: here, continuable: here, ..around }
            }
            StmtKind::Switch { .. } => Around { breakable: here, switch: here, ..around },
            StmtKind::Break => self.leaves("break", stmt.span, around, around.breakable),
            StmtKind::Continue => self.leaves("continue", stmt.span, around, around.continuable),
            StmtKind::Return(_) => {
                if let Some(region) = around.region {
                    let diagnostic = leaves_region(self.program, "return", stmt.span, region);
                    self.sink.push(diagnostic);
                }
                around
            }
            StmtKind::GotoComputed(_) => {
                if let Some(region) = around.region {
                    let diagnostic = leaves_region(self.program, "goto *", stmt.span, region)
                        .note("where a computed `goto` leads is not known");
                    self.sink.push(diagnostic);
                }
                around
            }
            StmtKind::Case { .. } => self.case("case", stmt.span, around),
            StmtKind::Default(_) => self.case("default", stmt.span, around),
            StmtKind::Label { label, .. } => {
                self.labels.insert(*label, (self.program.labels[*label].span, around.region));
                around
            }
            StmtKind::Goto(label) => {
                self.jumps.push((stmt.span, *label, around.region));
                around
            }
            StmtKind::Asm(asm) => {
                self.jumps.extend(asm.labels.iter().map(|&label| (stmt.span, label, around.region)));
                around
            }
            StmtKind::Block(_)
            | StmtKind::Decl(_)
            | StmtKind::Expr(_)
            | StmtKind::Empty
            | StmtKind::If { .. }
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Annotated { .. }
            | StmtKind::Directive(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => around,
        }
    }

    /// `break` and `continue`: is the loop they end inside the same region?
    fn leaves(&mut self, word: &str, at: Span, around: Around, target: Target) -> Around {
        if let (Some(region), Some(stmt)) = (around.region, target.stmt)
            && target.region != around.region
        {
            let diagnostic = leaves_region(self.program, word, at, region)
                .related(self.program.stmts[stmt].span.start(), "the statement it refers to is outside");
            self.sink.push(diagnostic);
        }
        around
    }

    /// A `case` of a switch that began outside the region is a way in.
    fn case(&mut self, word: &str, at: Span, around: Around) -> Around {
        if let (Some(region), Some(switch)) = (around.region, around.switch.stmt)
            && around.switch.region != around.region
        {
            let at = at.start();
            let diagnostic = enters_region(self.program, &format!("`{word}`"), at, region)
                .related(self.program.stmts[switch].span.start(), "the `switch` is outside");
            self.sink.push(diagnostic);
        }
        around
    }

    fn match_labels(&mut self) {
        for (at, label, from) in std::mem::take(&mut self.jumps) {
            let Some(&(label_span, to)) = self.labels.get(&label) else { continue };
            let diagnostic = match (from, to) {
                _ if from == to => continue,
                (Some(region), _) if !self.contains(Some(region), to) => {
                    leaves_region(self.program, "goto", at, region)
                }
                (_, Some(region)) => enters_region(self.program, "this `goto`", at, region),
                (Some(region), None) => leaves_region(self.program, "goto", at, region),
                (None, None) => continue,
            };
            self.sink.push(diagnostic.related(label_span, "the label it jumps to"));
        }
    }

    /// Is the statement `inner` a region inside `outer`?
    fn contains(&self, outer: Option<StmtId>, inner: Option<StmtId>) -> bool {
        match (outer, inner) {
            (Some(outer), Some(inner)) => self.program.stmts_below(outer).any(|stmt| stmt == inner),
            _ => false,
        }
    }
}

/// What a region is called, and where it begins.
fn region_name(program: &Program, region: StmtId) -> (&'static str, Span) {
    match program.stmts[region].kind {
        StmtKind::Singular { directive, .. } => ("`singular` region", program.directives[directive].span),
        StmtKind::Kernel { directive, .. } => ("kernel", program.directives[directive].span),
        _ => ("region", program.stmts[region].span),
    }
}

fn leaves_region(program: &Program, word: &str, at: Span, region: StmtId) -> Diagnostic {
    let (name, begin) = region_name(program, region);
    Diagnostic::new(&JUMP_ACROSS_REGION, at, format!("`{word}` jumps out of a {name}"))
        .related(begin, format!("the {name} starts here"))
        .help("let a condition skip the rest of the region, so that its end is the only way out")
}

fn enters_region(program: &Program, what: &str, at: Span, region: StmtId) -> Diagnostic {
    let (name, begin) = region_name(program, region);
    Diagnostic::new(&JUMP_ACROSS_REGION, at, format!("{what} jumps into a {name}"))
        .related(begin, format!("the {name} starts here"))
        .help("jump to a place before the region")
}
