//! A loop with directives that nobody wrote, for as long as it takes to ask about it.
//!
//! ```c
//! #pragma hicuda kernel trial tblock(1024) thread(256)
//! #pragma hicuda loop_partition over_tblock over_thread reduction(+: s)
//! for (i = 0; i < n; i++) s += a[i];
//! #pragma hicuda kernel_end
//! ```
//! [`Trials::of_loop`] puts these around a loop of the typed program, lets the checker of directives
//! look at it ([`analyze::rehearsal`]) and takes them away again. So a loop is parallel here exactly
//! when `check` would accept it as a partitioned one.
//!
//! Invariant: the statements of the program are the same before and after.

use std::collections::HashMap;
use std::rc::Rc;

use analyze::Input;
use analyze::input::Known;
use analyze::rehearsal::{Rehearsal, rehearse};
use expand::Region;
use hir::{
    Builder, Directive, DirectiveId, DirectiveKind, Distribution, FunctionId, KernelClauses,
    PartitionClauses, Program, Reduction, ReductionOp, Section, SectionDim, Span, Stmt, StmtId, StmtKind,
    VarId,
};
use source::Sources;

use crate::nests::Loop;

/// Blocks and threads of a trial with one dimension, two and three: many of both, so that iterations meet that could.
const GRIDS: [&[(i64, i64)]; 3] = [&[(1024, 256)], &[(64, 4), (64, 64)], &[(16, 4), (16, 4), (16, 16)]];

/// A `reduction` clause: the operation, the variable, and how many dimensions it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combined {
    /// The operation.
    pub op: ReductionOp,
    /// The scalar or array.
    pub var: VarId,
    /// 0 for a scalar.
    pub rank: usize,
    /// The variable that says where the value is.
    pub place: Option<VarId>,
}

impl Combined {
    /// A scalar.
    pub fn scalar(op: ReductionOp, var: VarId) -> Combined {
        Combined { op, var, rank: 0, place: None }
    }

    /// The scalars that the checker misses clauses for.
    pub fn missing(found: &Rehearsal) -> Vec<Combined> {
        let found = found.combined.iter();
        found
            .map(|missing| Combined { place: missing.place, ..Combined::scalar(missing.op, missing.var) })
            .collect()
    }
}

/// The clauses of a trial.
#[derive(Clone, Copy, Default, Debug)]
pub struct Clauses<'a> {
    /// `reduction`
    pub combined: &'a [Combined],
    /// `private`
    pub private: &'a [VarId],
    /// `independent`
    pub independent: bool,
    /// `snapshot`
    pub snapshots: &'a [VarId],
    /// The statements that are `atomic`.
    pub atomic: &'a [StmtId],
}

/// The program to try things on.
pub struct Trials<'a> {
    /// The program.
    pub program: &'a mut Program,
    /// Its spellings.
    pub sources: &'a mut Sources,
    known: Rc<Known>,
}

impl<'a> Trials<'a> {
    /// Trials on a program whose calls are expanded already.
    pub fn new(program: &'a mut Program, sources: &'a mut Sources) -> Trials<'a> {
        let known = Rc::new(Known::new(program));
        Trials { program, sources, known }
    }

    /// The program as the analyses see it.
    pub fn input(&self) -> Input<'_> {
        Input::again(self.program, self.sources, self.known.clone())
    }

    /// What was found out about its functions.
    pub(crate) fn known(&self) -> Rc<Known> {
        Rc::clone(&self.known)
    }

    /// What `check` would say of this loop, shared out over blocks and threads.
    pub fn of_loop(&mut self, function: FunctionId, stmt: StmtId, combined: &[Combined]) -> Rehearsal {
        self.with_clauses(function, stmt, &Clauses { combined, ..Clauses::default() })
    }

    /// The same with clauses that a person would have to vouch for.
    pub fn with_clauses(&mut self, function: FunctionId, stmt: StmtId, clauses: &Clauses<'_>) -> Rehearsal {
        self.rehearsed(function, stmt, &[vec![stmt]], clauses)
    }

    /// What it would say of all of this loop as a kernel, whose dimensions are shared out in these loops.
    pub fn of_nest(&mut self, function: FunctionId, stmt: StmtId, shared: &[Vec<StmtId>]) -> Rehearsal {
        self.rehearsed(function, stmt, shared, &Clauses::default())
    }

    fn rehearsed(
        &mut self,
        function: FunctionId,
        stmt: StmtId,
        shared: &[Vec<StmtId>],
        clauses: &Clauses<'_>,
    ) -> Rehearsal {
        let span = self.program.stmts[stmt].span;
        let marked = shared.iter().flatten().chain(clauses.atomic);
        let changed: Vec<StmtId> = marked.copied().chain([stmt]).collect();
        let originals: Vec<Stmt> = changed.iter().map(|stmt| self.program.stmts[*stmt].clone()).collect();
        for &partitioned in shared.iter().flatten() {
            let loop_itself = self.program.stmts[partitioned].clone();
            let directive = self.partition(loop_itself.span, clauses);
            let body = self.program.stmts.alloc(loop_itself);
            self.program.stmts[partitioned].kind = StmtKind::Annotated { directive, body };
        }
        for &updating in clauses.atomic {
            let update = self.program.stmts[updating].clone();
            let atomic =
                Directive { kind: DirectiveKind::Atomic, span: update.span, line: update.span, when: None };
            let directive = self.program.directives.alloc(atomic);
            let body = self.program.stmts.alloc(update);
            self.program.stmts[updating].kind = StmtKind::Annotated { directive, body };
        }
        let region = self.program.stmts[stmt].clone();
        let region = self.program.stmts.alloc(region);
        let body = self.program.stmts.alloc(Stmt { kind: StmtKind::Block(vec![region]), span });
        let directive = kernel(self.program, self.sources, span, shared.len());
        self.program.stmts[stmt].kind = StmtKind::Kernel { directive, body, end: span.end() };
        let found = rehearse(&self.input(), function, stmt);
        for (stmt, original) in changed.into_iter().zip(originals) {
            self.program.stmts[stmt] = original;
        }
        found
    }

    fn partition(&mut self, span: Span, asked: &Clauses<'_>) -> DirectiveId {
        let reductions = asked.combined.iter().map(|combined| self.clause(span, *combined)).collect();
        let mut b = Builder { program: self.program, sources: self.sources, origin: span };
        let private = asked.private.iter().map(|var| b.var(*var)).collect();
        let snapshots = asked.snapshots.iter().map(|var| b.var(*var)).collect();
        let clauses = PartitionClauses {
            over_tblock: Some(Distribution::Block),
            names_distribution: false,
            over_thread: true,
            block_entry: None,
            thread_entry: None,
            jam: None,
            run: None,
            vector: Vec::new(),
            reductions,
            private,
            independent: asked.independent,
            snapshots,
            inside: None,
        };
        let kind = DirectiveKind::LoopPartition(clauses);
        self.program.directives.alloc(Directive { kind, span, line: span, when: None })
    }

    fn clause(&mut self, span: Span, combined: Combined) -> Reduction {
        let mut b = Builder { program: self.program, sources: self.sources, origin: span };
        let dims = vec![SectionDim::All; combined.rank];
        let mut section = |var: VarId| Section { base: b.var(var), var: Some(var), dims: dims.clone(), span };
        let vars: Vec<Section> =
            [Some(combined.var), combined.place].into_iter().flatten().map(&mut section).collect();
        Reduction { op: combined.op, fast: false, places: (1..vars.len()).collect(), vars, span }
    }
}

fn kernel(program: &mut Program, sources: &mut Sources, span: Span, dimensions: usize) -> DirectiveId {
    let mut b = Builder { program, sources, origin: span };
    let grid = GRIDS[dimensions.clamp(1, GRIDS.len()) - 1];
    let clauses = KernelClauses {
        name: b.symbol("trial"),
        name_span: span,
        tblock: Some(grid.iter().map(|(blocks, _)| b.int(*blocks)).collect()),
        thread: Some(grid.iter().map(|(_, threads)| b.int(*threads)).collect()),
        nowait: false,
        fastmath: false,
        defines: Vec::new(),
    };
    program.directives.alloc(Directive { kind: DirectiveKind::Kernel(clauses), span, line: span, when: None })
}

/// Gives the calls in these loops the bodies that they run, as those of kernels have.
pub fn expand_calls(program: &mut Program, sources: &mut Sources, loops: &[&Loop]) {
    let order = analyze::callers_first(&Input::new(program, sources));
    let order: HashMap<FunctionId, usize> = order.into_iter().zip(0..).collect();
    let mut loops = loops.to_vec();
    loops.sort_by_key(|at| order.get(&at.function));
    let originals: Vec<Stmt> = loops.iter().map(|at| program.stmts[at.stmt].clone()).collect();
    let mut regions = Vec::new();
    for (at, original) in loops.iter().zip(&originals) {
        let inner = program.stmts.alloc(original.clone());
        program.stmts[at.stmt].kind = StmtKind::Block(vec![inner]);
        let unit = program.unit_of(at.function).unwrap_or(0);
        regions.push(Region { unit, owner: at.function, body: at.stmt });
    }
    expand::expand_regions(program, sources, &regions, &Default::default());
    for (at, original) in loops.iter().zip(originals) {
        program.stmts[at.stmt] = original;
    }
}
