//! The body of a kernel: the region's statements, with GPU constructs where
//! the directives are.

use analyze::{BarrierPlace, PartitionFacts, SharedFacts, SharedMove};
use diagnostics::{Diagnostic, codes};
use hir::copy;
use hir::{BinaryOp, Builder, DirectiveKind, SharedAction, Span, StmtId, StmtKind};
use kir::{BarrierOrigin, Batch, Direction, Extent, Partition, SharedTransfer, Stmt, TransferDim};

use crate::kernel::{KernelOutline, LoopBatch, for_index};

impl KernelOutline<'_, '_> {
    pub(crate) fn body(&mut self) -> Stmt {
        let body = self.statement(self.facts.body);
        self.require_barriers();
        body
    }

    /// Every barrier that the analysis found missing stands in the kernel now,
    /// or the kernel is refused.
    fn require_barriers(&mut self) {
        let facts = self.facts;
        for barrier in &facts.barriers {
            match self.added.contains(&barrier.at) {
                true => {
                    let Builder { program, sources, .. } = &self.o.b;
                    self.o.sink.push(analyze::remarks::barrier_added(program, sources, barrier));
                }
                false => self.o.sink.push(no_place_for_barrier(barrier.first, barrier.second)),
            }
        }
    }

    fn statement(&mut self, stmt: StmtId) -> Stmt {
        if !self.facts.structural.contains(&stmt) && !self.is_block_with_barriers(stmt) {
            return self.plain(stmt);
        }
        let span = self.o.b.program.stmts[stmt].span;
        match self.o.b.program.stmts[stmt].kind.clone() {
            StmtKind::Block(stmts) => self.block(&stmts),
            StmtKind::If { cond, then, otherwise } => Stmt::If {
                cond: copy::expr(self, cond),
                then: Box::new(self.nested(then)),
                otherwise: otherwise.map(|s| Box::new(self.nested(s))),
            },
            StmtKind::For { init, cond, step, body } => self.ordinary_loop(stmt, init, cond, step, body),
            StmtKind::While { cond, body } => {
                let cond = Some(copy::expr(self, cond));
                Stmt::For {
                    init: None,
                    cond,
                    step: None,
                    body: Box::new(self.nested(body)),
                    span,
                    ahead: None,
                }
            }
            StmtKind::Annotated { directive, body } => self.annotated(directive, body),
            StmtKind::Singular { body, .. } => Stmt::Singular(Box::new(self.nested(body))),
            StmtKind::Directive(directive) => self.directive(stmt, directive),
            _ => {
                self.o.sink.push(unsupported_around_barrier(span));
                Stmt::Block(Vec::new())
            }
        }
    }

    /// A block that holds nothing of the GPU's, but needs a barrier between its
    /// statements: what an inlined function was.
    fn is_block_with_barriers(&self, stmt: StmtId) -> bool {
        let program = &self.o.b.program;
        let is_inside = |place: BarrierPlace| match place {
            BarrierPlace::Before(at) => at != stmt && program.stmts_below(stmt).any(|below| below == at),
            BarrierPlace::EndOf(_) => false,
        };
        matches!(program.stmts[stmt].kind, StmtKind::Block(_))
            && self.facts.barriers.iter().any(|barrier| is_inside(barrier.at))
    }

    /// A statement without GPU constructs: copied, its accesses redirected.
    fn plain(&mut self, stmt: StmtId) -> Stmt {
        match self.o.b.program.stmts[stmt].kind.clone() {
            StmtKind::Directive(directive) => self.directive(stmt, directive),
            StmtKind::Decl(items) => self.declaration(stmt, &items),
            _ => Stmt::Plain(copy::stmt(self, stmt)),
        }
    }

    /// A declaration, less the arrays that live in shared memory.
    fn declaration(&mut self, stmt: StmtId, items: &[hir::Item]) -> Stmt {
        let is_shared = |item: &hir::Item| match item {
            hir::Item::Var { var, .. } => self
                .facts
                .shared
                .iter()
                .any(|s| s.copy.is_none() && s.place.path.is_empty() && s.place.var == *var),
            _ => false,
        };
        let kept: Vec<hir::Item> = items.iter().filter(|item| !is_shared(item)).cloned().collect();
        if kept.is_empty() {
            return Stmt::Block(Vec::new());
        }
        if kept.len() < items.len() {
            let span = self.o.b.program.stmts[stmt].span;
            let fewer = self.o.b.program.stmts.alloc(hir::Stmt { kind: StmtKind::Decl(kept), span });
            return Stmt::Plain(copy::stmt(self, fewer));
        }
        Stmt::Plain(copy::stmt(self, stmt))
    }

    fn block(&mut self, stmts: &[StmtId]) -> Stmt {
        let mut out = Vec::new();
        for &stmt in stmts {
            if self.needs_barrier(BarrierPlace::Before(stmt)) {
                out.push(Stmt::Barrier(BarrierOrigin::Added));
            }
            match self.statement(stmt) {
                Stmt::Block(empty) if empty.is_empty() => {}
                // A `shared alloc` is a transfer and what belongs to it, not a scope.
                Stmt::Block(parts) if self.is_directive(stmt) => out.extend(parts),
                other => out.push(other),
            }
        }
        Stmt::Block(out)
    }

    fn is_directive(&self, stmt: StmtId) -> bool {
        matches!(self.o.b.program.stmts[stmt].kind, StmtKind::Directive(_))
    }

    /// The body of a loop or branch, with a barrier at its end if one belongs
    /// there.
    fn nested(&mut self, stmt: StmtId) -> Stmt {
        // A body without braces is in no block that would look before it.
        let before = self.needs_barrier(BarrierPlace::Before(stmt));
        let body = self.statement(stmt);
        let after = self.needs_barrier(BarrierPlace::EndOf(stmt));
        if !before && !after {
            return body;
        }
        let barrier = |wanted: bool| wanted.then_some(Stmt::Barrier(BarrierOrigin::Added));
        let inside = match body {
            Stmt::Block(stmts) => stmts,
            other => vec![other],
        };
        Stmt::Block(barrier(before).into_iter().chain(inside).chain(barrier(after)).collect())
    }

    /// Does a barrier belong here? Who asks puts it there.
    fn needs_barrier(&mut self, place: BarrierPlace) -> bool {
        let needed = self.facts.barriers.iter().any(|b| b.at == place);
        if needed {
            self.added.insert(place);
        }
        needed
    }

    fn ordinary_loop(
        &mut self,
        stmt: StmtId,
        init: Option<StmtId>,
        cond: Option<hir::ExprId>,
        step: Option<hir::ExprId>,
        body: StmtId,
    ) -> Stmt {
        let span = self.o.b.program.stmts[stmt].span;
        let own_index = for_index(self.o.b.program, stmt).filter(|v| self.loop_indices.contains(v));
        let scope = own_index.map(|index| self.enter_loop(stmt, index, init));
        let kept = if scope.is_none() { init.map(|s| copy::stmt(self, s)) } else { None };
        let cond = cond.map(|e| copy::expr(self, e));
        let step = step.map(|e| copy::expr(self, e));
        let body = Box::new(self.nested(body));
        let init = scope.map(|scope| self.leave_loop(scope)).or(kept);
        Stmt::For { init, cond, step, body, span, ahead: None }
    }

    fn annotated(&mut self, directive: hir::DirectiveId, body: StmtId) -> Stmt {
        match self.facts.partitions.get(&body) {
            Some(facts) if facts.directive == directive => {
                let facts = facts.clone();
                Stmt::Partition(Box::new(self.partition(&facts)))
            }
            _ => {
                self.o.sink.push(not_translated_yet(self.o.b.program.directives[directive].span));
                self.statement(body)
            }
        }
    }

    fn partition(&mut self, facts: &PartitionFacts) -> Partition {
        let canonical = &facts.canonical;
        self.o.b.origin = self.o.b.program.stmts[canonical.stmt].span;
        let mut first = copy::expr(self, canonical.first);
        if let Some(known) = hir::const_eval::integer(self.o.b.program, first).filter(|v| *v < 0) {
            // As a number it can be subtracted from the grid's unsigned ones.
            first = self.o.b.int(i64::try_from(known).unwrap_or(i64::MIN));
        }
        let bound = copy::expr(self, canonical.bound);
        let index = self.fresh_copy(canonical.index);
        let batch = self.batch(facts);
        let shadowed = self.renamed.insert(canonical.index, index);
        self.loop_vars.insert(canonical.stmt, index);
        let mut partition = self.shares(facts, index, first, bound);
        partition.batch = batch;
        if let DirectiveKind::LoopPartition(clauses) = &self.o.b.program.directives[facts.directive].kind
            && let Some(inside) = clauses.inside
        {
            partition.inside = Some(copy::expr(self, inside));
        }
        if partition.single {
            self.once.insert(canonical.stmt);
        }
        let has_gaps = partition.ragged || partition.step.abs() != 1;
        let is_uneven = usize::from(batch.is_some() && has_gaps);
        self.uneven_loops += is_uneven;
        let outside = self.enter_partition(facts);
        partition.body = self.nested(canonical.body);
        self.declare_private(canonical.stmt, &mut partition.body);
        partition.reductions = self.leave_partition(outside);
        self.uneven_loops -= is_uneven;
        match shadowed {
            Some(outer) => self.renamed.insert(canonical.index, outer),
            None => self.renamed.remove(&canonical.index),
        };
        partition
    }

    /// The arrays that each iteration has for itself are declared in it.
    fn declare_private(&mut self, stmt: StmtId, body: &mut Stmt) {
        let Some(arrays) = self.facts.private.get(&stmt) else { return };
        let declared = arrays.iter().map(|array| Stmt::Plain(self.o.b.declare(*array, None)));
        let mut stmts: Vec<Stmt> = declared.collect();
        match std::mem::replace(body, Stmt::Block(Vec::new())) {
            Stmt::Block(inside) => stmts.extend(inside),
            other => stmts.push(other),
        }
        *body = Stmt::Block(stmts);
    }

    /// The variables of a batched loop over threads.
    fn batch(&mut self, facts: &PartitionFacts) -> Option<Batch> {
        if !facts.batched || facts.over_thread.is_none() {
            return None;
        }
        let original = &self.o.b.program.vars[facts.canonical.index];
        let ty = original.ty.unqualified();
        let name = original.name.map_or_else(String::new, |n| self.o.b.sources.text(n).into_owned());
        let base = self.o.b.local(&format!("{name}_base"), ty);
        let lane = self.o.b.local(&format!("{name}_lane"), hir::Type::INT);
        let batch = Batch { base, lane };
        self.batches.insert(facts.canonical.stmt, LoopBatch { batch, step: facts.canonical.step });
        Some(batch)
    }

    fn directive(&mut self, stmt: StmtId, directive: hir::DirectiveId) -> Stmt {
        let span = self.o.b.program.directives[directive].span;
        match &self.o.b.program.directives[directive].kind {
            DirectiveKind::Barrier => Stmt::Barrier(BarrierOrigin::Written(span)),
            DirectiveKind::Shared(SharedAction::Alloc { .. }) => self.shared_alloc(directive),
            DirectiveKind::Shared(SharedAction::Copyout { .. }) => self.shared_copyout(stmt),
            _ => Stmt::Block(Vec::new()),
        }
    }

    /// The load of a `shared alloc`. Where its memory served another array
    /// before, all threads must be done with that one first.
    fn shared_alloc(&mut self, directive: hir::DirectiveId) -> Stmt {
        let mut out = Vec::new();
        for (i, facts) in self.facts.shared.iter().enumerate().filter(|(_, s)| s.directive == directive) {
            if self.follows_in_memory(i) {
                out.push(Stmt::Barrier(BarrierOrigin::Added));
            }
            if let Some(copyin) = &facts.copyin {
                out.extend(self.transfer(i, facts, copyin, Direction::In));
            }
        }
        Stmt::Block(out)
    }

    /// May the memory of a shared array have served another one before?
    fn follows_in_memory(&self, i: usize) -> bool {
        let place = |i: usize| {
            let array = &self.shared[self.shared_ids[i]];
            let bytes = array.len() * self.o.b.program.size_of(array.element).unwrap_or(1);
            array.offset..array.offset + bytes
        };
        let ours = place(i);
        let is_there = |j: usize| place(j).start < ours.end && ours.start < place(j).end;
        let at = |i: usize| self.facts.shared[i].stmt;
        (0..self.shared_ids.len()).any(|j| j != i && is_there(j) && self.may_come_before(at(j), at(i)))
    }

    /// Can a block be at one statement of the kernel, and at another one later?
    fn may_come_before(&self, first: StmtId, second: StmtId) -> bool {
        let program = &*self.o.b.program;
        for stmt in program.stmts_below(self.facts.body) {
            match program.stmts[stmt].kind {
                // Before the second is found: it is written first.
                _ if stmt == first => return true,
                _ if stmt == second => break,
                _ => {}
            }
        }
        let holds_both = |around: StmtId| {
            let below = |inner: StmtId| program.stmts_below(around).any(|stmt| stmt == inner);
            below(first) && below(second)
        };
        program.stmts_below(self.facts.body).any(|stmt| match program.stmts[stmt].kind {
            StmtKind::For { .. } => !self.once.contains(&stmt) && holds_both(stmt),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } => holds_both(stmt),
            // A `goto` may make a loop of anything.
            StmtKind::Label { .. } => true,
            _ => false,
        })
    }

    fn shared_copyout(&mut self, stmt: StmtId) -> Stmt {
        let mut out = Vec::new();
        for (i, facts) in self.facts.shared.iter().enumerate() {
            for (_, copyout) in facts.copyouts.iter().filter(|(at, _)| *at == stmt) {
                let statement = match self.uneven_loops {
                    0 => self.transfer(i, facts, copyout, Direction::Out),
                    _ => self.own_copyout(i, facts, copyout),
                };
                out.extend(statement);
            }
        }
        Stmt::Block(out)
    }

    fn transfer(
        &mut self,
        i: usize,
        facts: &SharedFacts,
        moved: &SharedMove,
        direction: Direction,
    ) -> Option<Stmt> {
        let copy = facts.copy?;
        let array = self.o.arrays[&copy];
        let device = self.places.values().find(|(c, _)| *c == copy).map(|(_, var)| *var)?;
        let device_dims = self.o.out.arrays[array].dims.clone();
        let mut dims = Vec::new();
        for (dim, held) in moved.dims.iter().zip(device_dims) {
            let lo = self.formula(&dim.lo)?;
            let at_least = dim.check_low.then_some(held.lo);
            let below = dim.check_high.then(|| self.beyond(held.lo, held.extent));
            dims.push(TransferDim { lo, extent: dim.extent, shared_lo: dim.shared_lo, at_least, below });
        }
        let shared = self.shared_ids[i];
        Some(Stmt::Transfer(Box::new(SharedTransfer {
            shared,
            array,
            device,
            direction,
            dims,
            directive: moved.directive,
        })))
    }

    pub(crate) fn beyond(&mut self, lo: Extent, extent: Extent) -> Extent {
        let sizes = [lo, extent];
        for size in sizes {
            if let Extent::Expr(expr) = size {
                self.pass_variables(expr);
            }
        }
        match (lo, extent) {
            (Extent::Constant(lo), Extent::Constant(extent)) => Extent::Constant(lo + extent),
            (lo, extent) => {
                let (lo, extent) = (lo.expr(&mut self.o.b), extent.expr(&mut self.o.b));
                Extent::Expr(self.o.b.add(extent, lo))
            }
        }
    }
}

/// The first value beyond a loop that runs while `index <op> bound`.
pub(crate) fn exclusive_end(b: &mut hir::Builder<'_>, op: BinaryOp, bound: hir::ExprId) -> hir::ExprId {
    let one = b.int(1);
    match op {
        BinaryOp::Le => b.add(bound, one),
        BinaryOp::Ge => b.sub(bound, one),
        _ => bound,
    }
}

fn unsupported_around_barrier(span: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNSUPPORTED_AROUND_BARRIER, span, "a barrier cannot stand inside this statement")
        .label(
            "only blocks, `if`, `for` and `while` may hold barriers, shared transfers and partitioned loops",
        )
        .help("rewrite it as a `for` or `while` loop whose bounds are the same for all threads")
}

fn no_place_for_barrier(first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::UNSUPPORTED_AROUND_BARRIER,
        second,
        "threads must wait before this, and no barrier can stand here",
    )
    .label("a thread could come here too early")
    .related(first, "this must be over in all threads first")
    .help("put `#pragma hicuda barrier` between the two, where all threads of the block come by")
}

pub(crate) fn not_translated_yet(span: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::DIRECTIVE_NOT_TRANSLATED,
        span,
        "this directive is checked but not translated yet",
    )
    .help("remove it to translate the program without its effect")
}
