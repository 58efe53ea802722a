//! Functions that share out work, put in the place of their calls.
//!
//! `loop_partition`, `shared`, `singular` and `barrier` speak of the kernel they
//! stand in: which dimension a loop takes depends on the partitioned loops around
//! the call. A call of a function that holds such a directive, itself or in what
//! it calls, is therefore replaced by its body:
//!
//! ```c
//! scale_row(a, i, 2);
//! // becomes
//! {
//! #pragma hicuda loop_partition over_thread
//!     for (int j = 0; j < M; j++) a[i][j] *= 2;
//! }
//! ```
//! A parameter that is only read stands for its argument where that is a name or a
//! constant; any other becomes a variable of the block. Names that would hide one
//! of the arguments get the function's name behind theirs.
//!
//! A value that the function returns goes to a variable that the statement with
//! the call reads ([`returns`]). A call that is not made each time its
//! statement runs, as in `a && f()`, or of a function that returns out of a loop, stays,
//! and `analyze` reports it.

use std::collections::{HashMap, HashSet};

use hir::copy::{self, Rewrite};
use hir::instantiate::Surroundings;
use hir::{
    BinaryOp, Builder, CastKind, Directive, DirectiveId, DirectiveKind, Expr, ExprId, ExprKind, FunctionId,
    Init, Item, Linkage, Node, Program, Section, SectionDim, SharedAction, Span, Stmt, StmtId, StmtKind,
    Symbol, VarId, VarStorage,
};

use crate::DEEPEST_CALL;
use crate::neighbours::Neighbours;
use crate::returns;

/// Puts functions in the place of their calls, in one kernel.
pub(crate) struct Expansion<'a, 'b> {
    pub(crate) b: &'a mut Builder<'b>,
    pub(crate) linkage: &'a Linkage,
    pub(crate) around: &'a Neighbours,
    /// The function of the kernel.
    pub(crate) owner: FunctionId,
    /// Calls that must be expanded whatever their function holds.
    pub(crate) placed: &'a HashSet<Span>,
}

impl Expansion<'_, '_> {
    /// Expands the calls of a region that must be.
    pub(crate) fn calls_of(&mut self, region: StmtId) {
        for _ in 0..DEEPEST_CALL {
            let mut is_done = !self.substitute_values(region);
            let stmts: Vec<StmtId> = self.b.program.stmts_below(region).collect();
            for stmt in stmts {
                let Some(call) = self.called_by(stmt) else { continue };
                is_done &= self.replace(region, stmt, call).is_none();
            }
            if is_done {
                return;
            }
        }
    }

    /// `look(t, i)` becomes `t[i % 16]`, wherever it stands, for functions that
    /// are one `return`. True if there was any.
    fn substitute_values(&mut self, region: StmtId) -> bool {
        let program = &*self.b.program;
        let is_placed = |expr: &ExprId| {
            matches!(program.exprs[*expr].kind, ExprKind::Call { .. })
                && self.placed.contains(&program.exprs[*expr].span)
        };
        let calls: Vec<ExprId> = program.exprs_below(region).filter(is_placed).collect();
        calls.into_iter().filter(|call| self.substitute(*call).is_some()).count() > 0
    }

    fn substitute(&mut self, call: ExprId) -> Option<()> {
        let program = &*self.b.program;
        let ExprKind::Call { callee, args } = program.exprs[call].kind.clone() else { return None };
        let function = self.linkage.definition(program, program.called_function(callee)?);
        let (params, body) = (program.functions[function].params.clone(), program.functions[function].body?);
        let value = returned_value(program, body)?;
        let changed = changed_in(program, body);
        let uses = |param: VarId| {
            let is_use =
                |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Var(var) if var == param);
            program.exprs_below(value).filter(is_use).count()
        };
        // What an argument does must happen once.
        let can_stand = |(param, arg): (&VarId, &ExprId)| {
            !changed.contains(param) && (!program.acts(*arg) || uses(*param) == 1)
        };
        if params.len() != args.len() || !params.iter().zip(&args).all(can_stand) {
            return None;
        }
        self.b.origin = self.b.program.exprs[call].span;
        let suffix = self.b.program.functions[function].name;
        let mut inline = Inline {
            b: self.b,
            around: self.around,
            owner: self.owner,
            vars: HashMap::new(),
            args: params.into_iter().zip(args).collect(),
            taken: HashSet::new(),
            suffix,
        };
        let value = copy::expr(&mut inline, value);
        let value = self.b.program.exprs[value].kind.clone();
        self.b.program.exprs[call].kind = value;
        Some(())
    }

    /// Puts a function in the place of its call: `x = f(a);` becomes
    /// `{ T f_result; … f_result = …; x = f_result; }`.
    fn replace(
        &mut self,
        region: StmtId,
        stmt: StmtId,
        (call, function): (ExprId, FunctionId),
    ) -> Option<()> {
        let original = self.b.program.stmts[stmt].kind.clone();
        if matches!(original, StmtKind::Expr(expr) if expr == call) {
            let body = self.expanded(call, function, None)?;
            self.b.program.stmts[stmt].kind = match body.as_slice() {
                // Braces around one statement say nothing.
                [only] if !matches!(self.b.program.stmts[*only].kind, StmtKind::Decl(_)) => {
                    self.b.program.stmts[*only].kind.clone()
                }
                _ => StmtKind::Block(body),
            };
            return Some(());
        }
        let name = format!("{}_result", self.b.sources.text(self.b.program.functions[function].name));
        let name = self.unused_in(region, name);
        self.b.origin = self.b.program.exprs[call].span;
        let result = self.b.local(&name, self.b.program.exprs[call].ty.unqualified());
        self.b.program.vars[result].owner = Some(self.owner);
        let mut stmts = vec![self.b.declare(result, None)];
        if let StmtKind::Decl(_) = original {
            // What is declared must stay in its block.
            let holds = |at: &StmtId| matches!(&self.b.program.stmts[*at].kind, StmtKind::Block(list) if list.contains(&stmt));
            let parent = self.b.program.stmts_below(region).find(holds)?;
            let body = self.expanded(call, function, Some(result))?;
            stmts.push(self.b.stmt(StmtKind::Block(body)));
            let StmtKind::Block(list) = &mut self.b.program.stmts[parent].kind else { return None };
            let at = list.iter().position(|inner| *inner == stmt)?;
            list.splice(at..at, stmts);
        } else {
            let body = self.expanded(call, function, Some(result))?;
            stmts.push(self.b.stmt(StmtKind::Block(body)));
            let span = self.b.program.stmts[stmt].span;
            stmts.push(self.b.program.stmts.alloc(Stmt { kind: original, span }));
            self.b.program.stmts[stmt].kind = StmtKind::Block(stmts);
        }
        self.b.program.exprs[call].kind = ExprKind::Var(result);
        Some(())
    }

    /// The name, or with a number behind it: two calls in one statement have two
    /// results.
    fn unused_in(&self, region: StmtId, name: String) -> String {
        let program = &*self.b.program;
        let declared = program.declared_below(region).filter_map(|var| program.vars[var].name);
        let taken: HashSet<String> = declared.map(|name| self.b.sources.text(name).into_owned()).collect();
        let numbered = (2..).map(|number| format!("{name}{number}"));
        std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(name)
    }

    /// The statements that stand for a call; `result` receives its value.
    fn expanded(&mut self, call: ExprId, function: FunctionId, result: Option<VarId>) -> Option<Vec<StmtId>> {
        let ExprKind::Call { args, .. } = self.b.program.exprs[call].kind.clone() else { return None };
        let (params, body) =
            (self.b.program.functions[function].params.clone(), self.b.program.functions[function].body?);
        let StmtKind::Block(stmts) = self.b.program.stmts[body].kind.clone() else { return None };
        self.b.origin = self.b.program.exprs[call].span;
        let changed = changed_in(self.b.program, body);
        let taken = args.iter().flat_map(|arg| mentioned_names(self.b.program, *arg)).collect();
        let suffix = self.b.program.functions[function].name;
        let mut inline = Inline {
            b: self.b,
            around: self.around,
            owner: self.owner,
            vars: HashMap::new(),
            args: HashMap::new(),
            taken,
            suffix,
        };
        let mut out = Vec::new();
        for (&param, &arg) in params.iter().zip(&args) {
            if !changed.contains(&param) && is_plain(inline.b.program, arg, &changed) {
                inline.args.insert(param, arg);
            } else {
                let own = inline.declared(param);
                out.push(inline.b.declare(own, Some(arg)));
            }
        }
        let copied = stmts.into_iter().map(|stmt| copy::stmt(&mut inline, stmt)).collect();
        out.extend(returns::without(inline.b, copied, result));
        Some(out)
    }
}

impl Expansion<'_, '_> {
    /// The first call of a statement that must be expanded, and the function.
    fn called_by(&self, stmt: StmtId) -> Option<(ExprId, FunctionId)> {
        let program = &*self.b.program;
        let root = match &program.stmts[stmt].kind {
            StmtKind::Expr(expr) => *expr,
            StmtKind::If { cond, .. } | StmtKind::Switch { cond, .. } => *cond,
            StmtKind::Decl(items) => match items.as_slice() {
                [Item::Var { var, with_init: true, .. }] => match program.vars[*var].init {
                    Some(Init::Expr(init)) => init,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        self.call_in(root)
    }

    /// A call that is made whenever the expression is evaluated; those among its
    /// arguments first. C does not say in which order the parts of an expression are
    /// evaluated, so this one may come before the others.
    fn call_in(&self, expr: ExprId) -> Option<(ExprId, FunctionId)> {
        let (program, linkage) = (&*self.b.program, self.linkage);
        let always = match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or | BinaryOp::Comma, lhs, .. } => {
                vec![Node::Expr(lhs)]
            }
            ExprKind::Conditional { cond, .. } => vec![Node::Expr(cond)],
            _ => program.children(Node::Expr(expr)),
        };
        for child in always {
            let Node::Expr(child) = child else { return None };
            if let Some(found) = self.call_in(child) {
                return Some(found);
            }
        }
        let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { return None };
        let function = linkage.definition(program, program.called_function(callee)?);
        let is_placed = self.placed.contains(&program.exprs[expr].span);
        let is_wanted = is_placed || shares_work(program, linkage, function);
        (is_wanted && can_be_placed(program, function)).then_some((expr, function))
    }
}

/// `e` of a body that is `return e;` and nothing else.
fn returned_value(program: &Program, body: StmtId) -> Option<ExprId> {
    let StmtKind::Block(stmts) = &program.stmts[body].kind else { return None };
    match program.stmts[*stmts.first().filter(|_| stmts.len() == 1)?].kind {
        StmtKind::Return(value) => value,
        _ => None,
    }
}

/// Does the function, or one it calls, hold a directive for the kernel that
/// calls it? What holds a kernel of its own cannot be called there at all.
fn shares_work(program: &Program, linkage: &Linkage, function: FunctionId) -> bool {
    let mut seen = HashSet::from([function]);
    let mut pending = vec![function];
    while let Some(function) = pending.pop() {
        let Some(body) = program.functions[function].body else { continue };
        let holds_kernel = |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. });
        if program.stmts_below(body).any(holds_kernel) {
            continue;
        }
        if program.stmts_below(body).any(|stmt| is_for_kernels(program, stmt)) {
            return true;
        }
        for expr in program.exprs_below(body) {
            let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { continue };
            let called = program.called_function(callee).map(|f| linkage.definition(program, f));
            pending.extend(called.filter(|called| seen.insert(*called)));
        }
    }
    false
}

fn is_for_kernels(program: &Program, stmt: StmtId) -> bool {
    let directive = match program.stmts[stmt].kind {
        StmtKind::Singular { directive, .. }
        | StmtKind::Annotated { directive, .. }
        | StmtKind::Directive(directive) => directive,
        _ => return false,
    };
    matches!(
        program.directives[directive].kind,
        DirectiveKind::LoopPartition(_)
            | DirectiveKind::Singular
            | DirectiveKind::Barrier
            | DirectiveKind::Shared(_)
            | DirectiveKind::Atomic
    )
}

/// Can its returns be written as what they mean? Labels would be doubled by a
/// second expansion.
fn can_be_placed(program: &Program, function: FunctionId) -> bool {
    let Some(body) = program.functions[function].body else { return false };
    let is_in_the_way =
        |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Label { .. } | StmtKind::Kernel { .. });
    returns::are_plain(program, body) && !program.stmts_below(body).any(is_in_the_way)
}

/// Variables that a body assigns or takes the address of.
pub(crate) fn changed_in(program: &Program, body: StmtId) -> HashSet<VarId> {
    program.exprs_below(body).filter_map(|expr| program.changed_variable(expr)).collect()
}

/// A constant, or a variable that the function does not change: evaluating it
/// again is no difference.
fn is_plain(program: &Program, arg: ExprId, changed: &HashSet<VarId>) -> bool {
    if hir::const_eval::integer(program, arg).is_some() {
        return true;
    }
    match program.exprs[arg].kind {
        ExprKind::Var(var) => !changed.contains(&var),
        ExprKind::Float { .. } => true,
        ExprKind::Cast { operand, implicit: true, .. } => is_plain(program, operand, changed),
        _ => false,
    }
}

/// The names of the variables that an argument mentions.
fn mentioned_names(program: &Program, arg: ExprId) -> HashSet<Symbol> {
    let names = program.exprs_below(arg).filter_map(|expr| match program.exprs[expr].kind {
        ExprKind::Var(var) => program.vars[var].name,
        _ => None,
    });
    names.collect()
}

struct Inline<'a, 'b> {
    b: &'a mut Builder<'b>,
    around: &'a Neighbours,
    owner: FunctionId,
    vars: HashMap<VarId, VarId>,
    /// Parameters that stand for their arguments.
    args: HashMap<VarId, ExprId>,
    /// Names that arguments mention.
    taken: HashSet<Symbol>,
    suffix: Symbol,
}

impl<'b> Rewrite<'b> for Inline<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let mut copy = self.b.program.vars[var].clone();
        if let Some(name) = copy.name.filter(|name| self.taken.contains(name)) {
            let text = format!("{}_{}", self.b.sources.text(name), self.b.sources.text(self.suffix));
            copy.name = Some(self.b.symbol(&text));
        }
        if copy.storage == VarStorage::Param {
            (copy.storage, copy.written) = (VarStorage::Local, None);
        }
        copy.owner = Some(self.owner);
        let own = self.b.program.vars.alloc(copy);
        self.vars.insert(var, own);
        own
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let original = self.b.program.exprs[expr].clone();
        let kind = match original.kind {
            ExprKind::Var(var) => match self.args.get(&var) {
                Some(&arg) => return Some(fresh(self.b, arg)),
                None => {
                    let own = self.vars.get(&var).copied();
                    ExprKind::Var(own.unwrap_or_else(|| self.around.variable(var)))
                }
            },
            ExprKind::Member { base, record, field, arrow } => {
                let base = copy::expr(self, base);
                ExprKind::Member { base, record: self.around.record(record), field, arrow }
            }
            _ => return None,
        };
        Some(self.b.program.exprs.alloc(Expr { kind, ..original }))
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let Stmt { kind, span } = self.b.program.stmts[stmt].clone();
        let kind = match kind {
            StmtKind::Directive(directive) => StmtKind::Directive(self.directive(directive)),
            StmtKind::Annotated { directive, body } => {
                let directive = self.directive(directive);
                StmtKind::Annotated { directive, body: copy::stmt(self, body) }
            }
            StmtKind::Singular { directive, body, end } => {
                let directive = self.directive(directive);
                StmtKind::Singular { directive, body: copy::stmt(self, body), end }
            }
            _ => return None,
        };
        Some(self.b.program.stmts.alloc(Stmt { kind, span }))
    }
}

impl Inline<'_, '_> {
    /// The directive of this expansion: it speaks of the arguments.
    fn directive(&mut self, id: DirectiveId) -> DirectiveId {
        let Directive { mut kind, span, line, when } = self.b.program.directives[id].clone();
        match &mut kind {
            DirectiveKind::LoopPartition(clauses) => {
                clauses.reductions.iter_mut().flat_map(|r| &mut r.vars).for_each(|s| self.section(s));
                clauses.vector.iter_mut().for_each(|name| *name = self.base(*name));
                clauses.private.iter_mut().for_each(|name| *name = self.base(*name));
                clauses.snapshots.iter_mut().for_each(|name| *name = self.base(*name));
            }
            DirectiveKind::Shape(shapes) => {
                for shape in shapes {
                    shape.pointer = self.base(shape.pointer);
                    shape.dims.iter_mut().for_each(|dim| *dim = copy::expr(self, *dim));
                }
            }
            DirectiveKind::Shared(SharedAction::Alloc { section, copyin, .. }) => {
                self.section(section);
                copyin.iter_mut().filter_map(|c| c.section.as_mut()).for_each(|s| self.section(s));
            }
            DirectiveKind::Shared(SharedAction::Copyout { section, .. }) => self.section(section),
            DirectiveKind::Shared(SharedAction::Remove(names)) => {
                names.iter_mut().for_each(|name| *name = self.base(*name));
            }
            _ => {}
        }
        self.b.program.directives.alloc(Directive { kind, span, line, when })
    }

    fn section(&mut self, section: &mut Section) {
        section.base = self.base(section.base);
        section.var = match self.b.program.exprs[section.base].kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        };
        for dim in &mut section.dims {
            *dim = match *dim {
                SectionDim::Range(low, high) => {
                    SectionDim::Range(copy::expr(self, low), copy::expr(self, high))
                }
                SectionDim::Index(index) => SectionDim::Index(copy::expr(self, index)),
                SectionDim::All => SectionDim::All,
            };
        }
    }

    /// What a directive names: the array itself, not a pointer to its start.
    fn base(&mut self, expr: ExprId) -> ExprId {
        let mut at = copy::expr(self, expr);
        while let ExprKind::Cast { kind: CastKind::ArrayDecay | CastKind::Same, implicit: true, operand } =
            self.b.program.exprs[at].kind
        {
            at = operand;
        }
        at
    }
}

/// The argument once more, in nodes of its own.
pub(crate) fn fresh(b: &mut Builder<'_>, expr: ExprId) -> ExprId {
    copy::expr(&mut Fresh { b }, expr)
}

struct Fresh<'a, 'b> {
    b: &'a mut Builder<'b>,
}

impl<'b> Rewrite<'b> for Fresh<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn replace_expr(&mut self, _expr: ExprId) -> Option<ExprId> {
        None
    }
}
