//! What differs between the jammed iterations of a thread, and what is kept
//! once for each of them.
//!
//! ```text
//! for i jam(8) {                 differs: i, sum (it depends on i)
//!     float sum = 0;             the same: n, k, half
//!     int half = n / 2;          kept in an array: sum, because the loop over k
//!     for (k = 0; k < half; k++)     stands between its declaration and its use
//!         sum += a[i][k];
//!     c[i] = sum;
//! }
//! ```
//! A loop whose head is the same for all copies is run once, with the copies
//! inside it; that is the jam. Everything else is run for one copy after the
//! other. A run of such statements is a *group*: a variable that one group has
//! to itself needs no array.
//!
//! Invariant: a variable not listed as varying is changed only by statements
//! that are run once for all copies, to a value that is right for all.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use hir::{CastKind, ExprId, ExprKind, Item, Node, Program, StmtId, StmtKind, VarId};
use kir::{Partition, Stmt};

use crate::jumps::{continues, has_loose_jump};

/// What is known about the variables of a jammed loop.
#[derive(Debug, Default)]
pub(in crate::cuda) struct Copies {
    /// May differ between the copies.
    varying: HashSet<VarId>,
    /// Kept in an array: the number of jammed loops that have copies of it.
    pub kept: HashMap<VarId, usize>,
    /// Those of them that are declared outside the loop.
    pub from_outside: BTreeSet<VarId>,
    /// What all copies reduce into, one after the other.
    accumulators: HashSet<VarId>,
    /// Arrays that the kernel only reads: an element is the same whenever a copy reads it.
    only_read: HashSet<VarId>,
}

/// A part of a run of statements.
pub(in crate::cuda) enum Segment {
    /// Run once, for all copies.
    Once(StmtId),
    /// A loop run once, with the copies inside.
    Loop(StmtId),
    /// A block with loops in it.
    Block(StmtId),
    /// A test that is the same for all copies: around loops, or of memory, which is read once then.
    Branch(StmtId),
    /// Run for one copy after the other.
    Group(Vec<StmtId>),
}

impl Copies {
    /// Looks at an outermost jammed loop. `accumulators`: what it and the loops around
    /// it reduce into. `only_read`: arrays that nobody writes while the kernel runs.
    pub fn of(
        program: &Program,
        p: &Partition,
        accumulators: HashSet<VarId>,
        only_read: HashSet<VarId>,
    ) -> Copies {
        let copies = Copies { accumulators, only_read, ..Copies::default() };
        let mut search = Search { program, copies, in_heads: HashSet::new(), changed: true };
        search.heads(&p.body);
        while search.changed {
            search.changed = false;
            search.partition(p, false);
        }
        let mut copies = search.copies;
        let mut census = Census { program, copies: &copies, group: 0, level: 0, vars: BTreeMap::new() };
        census.partition(p);
        let vars = census.vars;
        for (var, uses) in vars {
            if copies.varying.contains(&var) && uses.groups.len() > 1 && !uses.is_index {
                let Some(level) = uses.level else { continue };
                copies.kept.insert(var, level);
                if !uses.declared {
                    copies.from_outside.insert(var);
                }
            }
        }
        copies
    }

    /// May the variable differ between copies?
    pub fn is_varying(&self, var: VarId) -> bool {
        self.varying.contains(&var)
    }

    /// May the value of an expression differ between copies? Memory may hold
    /// something else for each; so may what a function returns.
    pub fn varies(&self, program: &Program, root: impl Into<Node>) -> bool {
        program.exprs_below(root).any(|expr| match &program.exprs[expr].kind {
            ExprKind::Var(var) => self.varying.contains(var),
            kind => !is_pure(kind),
        })
    }

    /// Does the head of a loop, branch or partition differ between copies, so
    /// that each must go its own way?
    pub fn splits(&self, program: &Program, stmt: &Stmt) -> bool {
        let varies = |expr: &ExprId| self.varies(program, *expr);
        match stmt {
            _ if waits(stmt) => false,
            Stmt::If { cond, .. } => varies(cond),
            Stmt::For { init, cond, step, body, .. } => {
                init.iter().any(|init| self.varies(program, *init))
                    || cond.iter().chain(step).any(varies)
                    || self.jumps_apart(program, body)
            }
            Stmt::Partition(p) => varies(&p.first) || varies(&p.end) || self.jumps_apart(program, &p.body),
            _ => false,
        }
    }

    /// May one copy leave an iteration of the loop around it, and another not?
    fn jumps_apart(&self, program: &Program, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Plain(stmt) => has_loose_jump(program, *stmt) && self.varies(program, *stmt),
            Stmt::Block(stmts) => stmts.iter().any(|stmt| self.jumps_apart(program, stmt)),
            Stmt::If { cond, then, otherwise } => {
                let branches = std::iter::once(then).chain(otherwise);
                let mut leaving = branches.filter(|branch| leaves(program, branch));
                let varies = self.varies(program, *cond);
                leaving.any(|branch| varies || self.jumps_apart(program, branch))
            }
            _ => false,
        }
    }

    /// The parts of a run of plain statements.
    pub fn segments(&self, program: &Program, stmts: &[StmtId]) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut group = Vec::new();
        for &stmt in stmts {
            let segment = match &program.stmts[stmt].kind {
                _ if self.is_common(program, stmt) => Segment::Once(stmt),
                StmtKind::For { .. } if self.is_common_loop(program, stmt) => Segment::Loop(stmt),
                StmtKind::Block(inner) if self.has_common_loop(program, inner) => Segment::Block(stmt),
                StmtKind::If { .. }
                    if self.is_common_branch(program, stmt) || self.is_common_test(program, stmt) =>
                {
                    Segment::Branch(stmt)
                }
                _ => {
                    group.push(stmt);
                    continue;
                }
            };
            if !group.is_empty() {
                segments.push(Segment::Group(std::mem::take(&mut group)));
            }
            segments.push(segment);
        }
        if !group.is_empty() {
            segments.push(Segment::Group(group));
        }
        segments
    }

    /// A statement that changes nothing but variables that all copies share.
    fn is_common(&self, program: &Program, stmt: StmtId) -> bool {
        match &program.stmts[stmt].kind {
            StmtKind::Empty | StmtKind::Comment(_) | StmtKind::Pragma(_) => true,
            StmtKind::Continue | StmtKind::Break => true,
            StmtKind::Decl(items) => items.iter().all(|item| match item {
                Item::Var { var, .. } => !self.varying.contains(var),
                _ => true,
            }),
            StmtKind::Expr(_) | StmtKind::If { .. } => {
                let mut changes = false;
                let alike = program.exprs_below(stmt).all(|expr| match written(program, expr) {
                    Written::Var(var) => {
                        changes = true;
                        !self.varying.contains(&var) && !self.accumulators.contains(&var)
                    }
                    Written::Memory => false,
                    Written::Nothing => !matches!(program.exprs[expr].kind, ExprKind::Call { .. }),
                });
                alike && (changes || has_loose_jump(program, stmt))
            }
            _ => false,
        }
    }

    /// A variable whose declaration makes it the same for all copies. One
    /// without a value does, too: it is set later.
    fn is_set_alike(&self, program: &Program, var: VarId) -> bool {
        let init = program.vars[var].init.as_ref();
        init.is_none_or(|init| program.init_exprs(init).iter().all(|value| !self.varies(program, *value)))
    }

    /// A loop whose head is the same for all copies and that only its
    /// condition ends.
    fn is_common_loop(&self, program: &Program, stmt: StmtId) -> bool {
        let StmtKind::For { init, cond, step, body } = program.stmts[stmt].kind else { return false };
        let heads = init.map(Node::Stmt).into_iter().chain(cond.into_iter().chain(step).map(Node::Expr));
        heads.into_iter().all(|head| !self.varies(program, head))
            && loop_counters(program, stmt).iter().all(|var| !self.varying.contains(var))
            && !has_loose_jump(program, body)
            && !program.jumps_far(body)
    }

    fn has_common_loop(&self, program: &Program, stmts: &[StmtId]) -> bool {
        stmts.iter().any(|&stmt| match &program.stmts[stmt].kind {
            StmtKind::For { .. } => self.is_common_loop(program, stmt),
            StmtKind::Block(inner) => self.has_common_loop(program, inner),
            StmtKind::If { .. } => self.is_common_branch(program, stmt),
            _ => false,
        })
    }

    /// A branch that all copies take or none, with a loop in it that they go through together.
    fn is_common_branch(&self, program: &Program, stmt: StmtId) -> bool {
        let StmtKind::If { cond, then, otherwise } = program.stmts[stmt].kind else { return false };
        let changes = |expr: ExprId| !matches!(written(program, expr), Written::Nothing);
        !self.varies(program, cond)
            && !program.exprs_below(cond).any(changes)
            && std::iter::once(then).chain(otherwise).any(|branch| self.has_common_loop(program, &[branch]))
    }

    /// A branch that all copies take or none, as memory says that nobody writes.
    fn is_common_test(&self, program: &Program, stmt: StmtId) -> bool {
        let StmtKind::If { cond, .. } = program.stmts[stmt].kind else { return false };
        let is_same = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::Var(var) => !self.varying.contains(&var),
            ExprKind::Index { .. } => {
                let (array, _) = program.element(expr);
                program.variable_of(array).is_some_and(|array| self.only_read.contains(&array))
            }
            ref kind => is_pure(kind) && matches!(written(program, expr), Written::Nothing),
        };
        reads_memory(program, cond)
            && program.exprs_below(cond).all(is_same)
            && !has_loose_jump(program, stmt)
            && !program.jumps_far(stmt)
    }
}

/// The branches of an `if`, each as its statements.
pub(in crate::cuda) fn branches(
    program: &Program,
    stmt: StmtId,
) -> Option<(ExprId, Vec<StmtId>, Option<Vec<StmtId>>)> {
    let StmtKind::If { cond, then, otherwise } = program.stmts[stmt].kind else { return None };
    Some((cond, inside(program, then), otherwise.map(|stmt| inside(program, stmt))))
}

/// The statements of a body.
pub(in crate::cuda) fn inside(program: &Program, body: StmtId) -> Vec<StmtId> {
    match &program.stmts[body].kind {
        StmtKind::Block(stmts) => stmts.clone(),
        _ => vec![body],
    }
}

/// Does it leave an iteration of the loop around it?
fn leaves(program: &Program, stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Plain(stmt) => has_loose_jump(program, *stmt),
        Stmt::Block(stmts) => stmts.iter().any(|stmt| leaves(program, stmt)),
        Stmt::If { then, otherwise, .. } => {
            std::iter::once(then).chain(otherwise).any(|branch| leaves(program, branch))
        }
        _ => false,
    }
}

/// Does a test read an element of an array?
pub(in crate::cuda) fn reads_memory(program: &Program, cond: ExprId) -> bool {
    program.exprs_below(cond).any(|expr| matches!(program.exprs[expr].kind, ExprKind::Index { .. }))
}

/// What an expression node itself changes.
enum Written {
    Nothing,
    /// A variable, or a part of it.
    Var(VarId),
    /// Something that is no variable of the thread.
    Memory,
}

fn written(program: &Program, expr: ExprId) -> Written {
    let Some(mut at) = program.assigned_or_addressed(expr) else { return Written::Nothing };
    loop {
        match program.exprs[at].kind {
            ExprKind::Var(var) => return Written::Var(var),
            ExprKind::Member { base, arrow: false, .. } => at = base,
            // Through a pointer, or in shared memory, it is no variable of the thread.
            ExprKind::Index { base, .. } => match program.exprs[base].kind {
                ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => at = operand,
                _ => return Written::Memory,
            },
            _ => return Written::Memory,
        }
    }
}

/// Evaluating the node alone looks at no memory and calls nothing.
fn is_pure(kind: &ExprKind) -> bool {
    !matches!(
        kind,
        ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::VaArg(_)
            | ExprKind::Member { arrow: true, .. }
    )
}

/// The variables that the head of a loop changes.
fn loop_counters(program: &Program, stmt: StmtId) -> Vec<VarId> {
    let StmtKind::For { init, cond, step, .. } = program.stmts[stmt].kind else { return Vec::new() };
    let heads = init.map(Node::Stmt).into_iter().chain(cond.into_iter().chain(step).map(Node::Expr));
    let mut vars: Vec<VarId> = init.into_iter().flat_map(|init| program.declared(init)).collect();
    for expr in heads.flat_map(|head| program.exprs_below(head)) {
        if let Written::Var(var) = written(program, expr) {
            vars.push(var);
        }
    }
    vars
}

/// Is there something in the statement for which threads come together?
fn waits(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Barrier(_) | Stmt::Transfer(_) => true,
        Stmt::Plain(_) => false,
        Stmt::Block(stmts) => stmts.iter().any(waits),
        Stmt::If { then, otherwise, .. } => waits(then) || otherwise.as_ref().is_some_and(|s| waits(s)),
        Stmt::For { body, .. } | Stmt::Singular(body) => waits(body),
        Stmt::Partition(p) => p.batch.is_some() || waits(&p.body),
    }
}

/// The search for what varies, run until nothing new is found.
struct Search<'p> {
    program: &'p Program,
    copies: Copies,
    /// Changed in the head of a loop that the whole block goes through: such a
    /// loop has been shown to be the same for all threads and iterations.
    in_heads: HashSet<VarId>,
    changed: bool,
}

impl Search<'_> {
    /// Collects `in_heads`.
    fn heads(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Block(stmts) => stmts.iter().for_each(|s| self.heads(s)),
            Stmt::If { then, otherwise, .. } => {
                self.heads(then);
                otherwise.iter().for_each(|s| self.heads(s));
            }
            Stmt::For { init, cond, step, body, .. } => {
                if waits(stmt) {
                    let program = self.program;
                    let nodes = init.map(Node::Stmt).into_iter();
                    let nodes = nodes.chain(cond.iter().chain(step).map(|e| Node::Expr(*e)));
                    self.in_heads.extend(init.iter().flat_map(|init| program.declared(*init)));
                    for expr in nodes.flat_map(|node| program.exprs_below(node)) {
                        match written(program, expr) {
                            Written::Var(var) => self.in_heads.insert(var),
                            _ => match program.exprs[expr].kind {
                                ExprKind::Var(var) => self.in_heads.insert(var),
                                _ => false,
                            },
                        };
                    }
                }
                self.heads(body);
            }
            Stmt::Singular(body) => self.heads(body),
            Stmt::Partition(p) => self.heads(&p.body),
            Stmt::Plain(_) | Stmt::Barrier(_) | Stmt::Transfer(_) => {}
        }
    }

    fn mark(&mut self, var: VarId) {
        if !self.in_heads.contains(&var) && !self.copies.accumulators.contains(&var) {
            self.changed |= self.copies.varying.insert(var);
        }
    }

    fn partition(&mut self, p: &Partition, split: bool) {
        let splits = p.batch.is_none()
            && (self.copies.varies(self.program, p.first) || self.copies.varies(self.program, p.end));
        if p.jam > 1 || split || splits {
            self.mark(p.index);
            p.batch.iter().for_each(|batch| self.mark(batch.lane));
        }
        // A loop inside reduces for each copy.
        for reduction in &p.reductions {
            self.mark(reduction.result);
            reduction.accumulators.iter().for_each(|accumulator| self.mark(accumulator.var));
        }
        self.stmt(&p.body, split || splits);
    }

    /// `split`: the copies do not go through it together.
    fn stmt(&mut self, stmt: &Stmt, split: bool) {
        match stmt {
            Stmt::Plain(plain) => self.plain(*plain, split),
            Stmt::Block(stmts) => stmts.iter().for_each(|s| self.stmt(s, split)),
            Stmt::If { then, otherwise, .. } => {
                let split = split || self.copies.splits(self.program, stmt);
                self.stmt(then, split);
                otherwise.iter().for_each(|s| self.stmt(s, split));
            }
            Stmt::For { init, cond, step, body, .. } => {
                let split = split || self.copies.splits(self.program, stmt);
                if split {
                    init.iter().for_each(|init| self.all_written(*init));
                    cond.iter().chain(step).for_each(|expr| self.all_written(*expr));
                }
                self.stmt(body, split);
            }
            Stmt::Partition(p) => self.partition(p, split),
            Stmt::Singular(body) => self.stmt(body, true),
            Stmt::Barrier(_) | Stmt::Transfer(_) => {}
        }
    }

    fn plain(&mut self, stmt: StmtId, split: bool) {
        let program = self.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|s| self.plain(*s, split)),
            StmtKind::Decl(_) => {
                for var in program.declared(stmt) {
                    if split || !self.copies.is_set_alike(program, var) {
                        self.mark(var);
                    }
                }
            }
            StmtKind::Expr(expr) => match written(program, *expr) {
                Written::Var(var) if !split && self.is_plain_assignment(*expr) => {
                    if self.copies.varies(program, *expr) {
                        self.mark(var);
                    }
                }
                _ => self.all_written(stmt),
            },
            StmtKind::For { init, cond, step, body } => {
                if !split && self.copies.is_common_loop(program, stmt) {
                    self.plain(*body, false);
                    return;
                }
                init.iter().for_each(|init| self.all_written(*init));
                cond.iter().chain(step).for_each(|expr| self.all_written(*expr));
                self.all_written(*body);
            }
            StmtKind::If { then, otherwise, .. } if !split && self.copies.is_common_branch(program, stmt) => {
                self.plain(*then, false);
                otherwise.iter().for_each(|otherwise| self.plain(*otherwise, false));
            }
            _ => self.all_written(stmt),
        }
    }

    /// `v = e`, `v += e` or `v++`, where nothing else is changed.
    fn is_plain_assignment(&self, expr: ExprId) -> bool {
        let program = self.program;
        let (target, value) = match program.exprs[expr].kind {
            ExprKind::Assign { lhs, rhs } | ExprKind::AssignOp { lhs, rhs, .. } => (lhs, Some(rhs)),
            ExprKind::IncDec { operand, .. } => (operand, None),
            _ => return false,
        };
        let changes = |e: ExprId| !matches!(written(program, e), Written::Nothing);
        matches!(program.exprs[target].kind, ExprKind::Var(_))
            && !value.is_some_and(|value| program.exprs_below(value).any(changes))
    }

    /// Everything that is changed or declared below a node.
    fn all_written(&mut self, root: impl Into<Node>) {
        let program = self.program;
        for node in program.nodes(root) {
            match node {
                Node::Stmt(stmt) => program.declared(stmt).for_each(|var| self.mark(var)),
                Node::Expr(expr) => {
                    if let Written::Var(var) = written(program, expr) {
                        self.mark(var);
                    }
                }
            }
        }
    }
}

/// How a variable is used.
#[derive(Default)]
struct Uses {
    groups: BTreeSet<usize>,
    /// Declared inside the loop.
    declared: bool,
    /// The index of a loop that is shared out: computed, not kept.
    is_index: bool,
    /// Jammed loops around its declaration, or around the outermost place that
    /// changes it.
    level: Option<usize>,
}

/// Counts the groups in which each variable is used, in the order in which
/// the statements are printed.
struct Census<'p> {
    program: &'p Program,
    copies: &'p Copies,
    group: usize,
    level: usize,
    vars: BTreeMap<VarId, Uses>,
}

impl Census<'_> {
    fn partition(&mut self, p: &Partition) {
        let indices = [Some(p.index), p.batch.map(|batch| batch.lane), p.batch.map(|batch| batch.base)];
        indices.into_iter().flatten().for_each(|var| self.vars.entry(var).or_default().is_index = true);
        self.reductions(p);
        self.level += usize::from(p.jam > 1);
        if p.batch.is_none() && continues(self.program, &p.body) {
            self.group += 1;
            self.whole(&p.body);
        } else {
            self.stmt(&p.body);
        }
        self.level -= usize::from(p.jam > 1);
    }

    /// What a loop reduces into is declared before it and combined after it.
    fn reductions(&mut self, p: &Partition) {
        for reduction in &p.reductions {
            for accumulator in &reduction.accumulators {
                let uses = self.vars.entry(accumulator.var).or_default();
                (uses.declared, uses.level) = (true, Some(self.level));
                uses.groups.extend([self.group + 1, self.group + 2]);
            }
            self.vars.entry(reduction.result).or_default().groups.insert(self.group + 2);
            self.group += 2;
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if self.copies.splits(self.program, stmt) {
            self.group += 1;
            self.whole(stmt);
            return;
        }
        match stmt {
            Stmt::Plain(plain) => self.run(&[*plain]),
            Stmt::Block(stmts) => {
                let mut run = Vec::new();
                for stmt in stmts {
                    match stmt {
                        Stmt::Plain(plain) => run.push(*plain),
                        _ => {
                            self.run(&std::mem::take(&mut run));
                            self.stmt(stmt);
                        }
                    }
                }
                self.run(&run);
            }
            Stmt::If { cond, then, otherwise } => {
                self.alone(*cond);
                self.stmt(then);
                otherwise.iter().for_each(|s| self.stmt(s));
            }
            Stmt::For { init, cond, step, body, .. } => {
                init.iter().for_each(|init| self.alone(*init));
                cond.iter().chain(step).for_each(|expr| self.alone(*expr));
                self.stmt(body);
            }
            Stmt::Partition(p) => {
                self.alone(p.first);
                self.alone(p.end);
                self.partition(p);
            }
            Stmt::Singular(body) => self.stmt(body),
            Stmt::Barrier(_) | Stmt::Transfer(_) => {}
        }
    }

    /// A construct that each copy runs on its own.
    fn whole(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Plain(plain) => self.mentions(*plain),
            Stmt::Block(stmts) => stmts.iter().for_each(|s| self.whole(s)),
            Stmt::If { cond, then, otherwise } => {
                self.mentions(*cond);
                self.whole(then);
                otherwise.iter().for_each(|s| self.whole(s));
            }
            Stmt::For { init, cond, step, body, .. } => {
                init.iter().for_each(|init| self.mentions(*init));
                cond.iter().chain(step).for_each(|expr| self.mentions(*expr));
                self.whole(body);
            }
            Stmt::Partition(p) => {
                self.vars.entry(p.index).or_default().is_index = true;
                self.mentions(p.first);
                self.mentions(p.end);
                self.whole(&p.body);
            }
            Stmt::Singular(body) => self.whole(body),
            Stmt::Barrier(_) | Stmt::Transfer(_) => {}
        }
    }

    fn run(&mut self, stmts: &[StmtId]) {
        for segment in self.copies.segments(self.program, stmts) {
            match segment {
                Segment::Once(stmt) => self.alone(stmt),
                Segment::Loop(stmt) => {
                    let StmtKind::For { init, cond, step, body } = self.program.stmts[stmt].kind else {
                        continue;
                    };
                    init.iter().for_each(|init| self.alone(*init));
                    cond.iter().chain(&step).for_each(|expr| self.alone(*expr));
                    self.run(&inside(self.program, body));
                }
                Segment::Block(stmt) => {
                    if let StmtKind::Block(inner) = &self.program.stmts[stmt].kind {
                        self.run(inner);
                    }
                }
                Segment::Branch(stmt) => {
                    let Some((cond, then, otherwise)) = branches(self.program, stmt) else { continue };
                    self.alone(cond);
                    self.run(&then);
                    otherwise.iter().for_each(|stmts| self.run(stmts));
                }
                Segment::Group(stmts) => {
                    self.group += 1;
                    stmts.iter().for_each(|stmt| self.mentions(*stmt));
                }
            }
        }
    }

    /// Something outside all groups.
    fn alone(&mut self, root: impl Into<Node>) {
        self.group += 1;
        self.mentions(root);
    }

    fn mentions(&mut self, root: impl Into<Node>) {
        let program = self.program;
        for node in program.nodes(root) {
            match node {
                Node::Stmt(stmt) => {
                    for var in program.declared(stmt) {
                        let uses = self.vars.entry(var).or_default();
                        uses.declared = true;
                        uses.level = Some(self.level);
                        uses.groups.insert(self.group);
                    }
                }
                Node::Expr(expr) => {
                    if let ExprKind::Var(var) = program.exprs[expr].kind {
                        self.vars.entry(var).or_default().groups.insert(self.group);
                    }
                    if let Written::Var(var) = written(program, expr) {
                        let uses = self.vars.entry(var).or_default();
                        if !uses.declared {
                            uses.level = Some(uses.level.map_or(self.level, |level| level.min(self.level)));
                        }
                    }
                }
            }
        }
    }
}
