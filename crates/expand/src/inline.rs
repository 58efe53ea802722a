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
//! Expanded is a call that is a statement, of a function that returns only at
//! its end. Others keep their call, which `analyze` reports.

use std::collections::{HashMap, HashSet};

use hir::copy::{self, Rewrite};
use hir::instantiate::Surroundings;
use hir::{
    Builder, CastKind, Directive, DirectiveId, DirectiveKind, Expr, ExprId, ExprKind, FunctionId, Linkage,
    Program, Section, SectionDim, SharedAction, Stmt, StmtId, StmtKind, Symbol, VarId, VarStorage,
};

use crate::DEEPEST_CALL;
use crate::neighbours::Neighbours;

/// Expands the calls of a region that must be.
pub(crate) fn expand_calls(b: &mut Builder<'_>, linkage: &Linkage, around: &Neighbours, region: StmtId) {
    for _ in 0..DEEPEST_CALL {
        let calls: Vec<(StmtId, ExprId, FunctionId)> = b
            .program
            .stmts_below(region)
            .filter_map(|stmt| {
                let (call, function) = called_by(b.program, linkage, stmt)?;
                let wanted = shares_work(b.program, linkage, function) && returns_at_end(b.program, function);
                wanted.then_some((stmt, call, function))
            })
            .collect();
        if calls.is_empty() {
            return;
        }
        for (stmt, call, function) in calls {
            if let Some(kind) = expanded(b, around, call, function) {
                b.program.stmts[stmt].kind = kind;
            }
        }
    }
}

/// The call that a statement is, and the function it runs.
fn called_by(program: &Program, linkage: &Linkage, stmt: StmtId) -> Option<(ExprId, FunctionId)> {
    let StmtKind::Expr(call) = program.stmts[stmt].kind else { return None };
    let ExprKind::Call { callee, .. } = program.exprs[call].kind else { return None };
    Some((call, linkage.definition(program, program.called_function(callee)?)))
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

/// Is the only `return`, if there is one, the last statement? Labels would be
/// doubled by a second expansion.
fn returns_at_end(program: &Program, function: FunctionId) -> bool {
    let Some(body) = program.functions[function].body else { return false };
    let last = match &program.stmts[body].kind {
        StmtKind::Block(stmts) => stmts.last().copied(),
        _ => None,
    };
    program.stmts_below(body).all(|stmt| match program.stmts[stmt].kind {
        StmtKind::Return(None) => Some(stmt) == last,
        StmtKind::Return(Some(_)) | StmtKind::Label { .. } | StmtKind::Kernel { .. } => false,
        _ => true,
    })
}

/// The block that stands for a call.
fn expanded(
    b: &mut Builder<'_>,
    around: &Neighbours,
    call: ExprId,
    function: FunctionId,
) -> Option<StmtKind> {
    let ExprKind::Call { args, .. } = b.program.exprs[call].kind.clone() else { return None };
    let (params, body) = (b.program.functions[function].params.clone(), b.program.functions[function].body?);
    let StmtKind::Block(stmts) = b.program.stmts[body].kind.clone() else { return None };
    b.origin = b.program.exprs[call].span;
    let changed = changed_in(b.program, body);
    let taken = args.iter().flat_map(|arg| mentioned_names(b.program, *arg)).collect();
    let suffix = b.program.functions[function].name;
    let mut inline = Inline { b, around, vars: HashMap::new(), args: HashMap::new(), taken, suffix };
    let mut out = Vec::new();
    for (&param, &arg) in params.iter().zip(&args) {
        if !changed.contains(&param) && is_plain(inline.b.program, arg, &changed) {
            inline.args.insert(param, arg);
        } else {
            let own = inline.declared(param);
            out.push(inline.b.declare(own, Some(arg)));
        }
    }
    for stmt in stmts {
        if !matches!(inline.b.program.stmts[stmt].kind, StmtKind::Return(_)) {
            out.push(copy::stmt(&mut inline, stmt));
        }
    }
    match out.as_slice() {
        // Braces around one statement say nothing.
        [only] if !matches!(inline.b.program.stmts[*only].kind, StmtKind::Decl(_)) => {
            Some(inline.b.program.stmts[*only].kind.clone())
        }
        _ => Some(StmtKind::Block(out)),
    }
}

/// Variables that a body assigns or takes the address of.
fn changed_in(program: &Program, body: StmtId) -> HashSet<VarId> {
    let mut changed = HashSet::new();
    for expr in program.exprs_below(body) {
        let target = match program.exprs[expr].kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
            ExprKind::IncDec { operand, .. } | ExprKind::AddrOf(operand) => operand,
            _ => continue,
        };
        if let ExprKind::Var(var) = program.exprs[target].kind {
            changed.insert(var);
        }
    }
    changed
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
        let Directive { mut kind, span, line } = self.b.program.directives[id].clone();
        match &mut kind {
            DirectiveKind::LoopPartition(clauses) => {
                clauses.reductions.iter_mut().flat_map(|r| &mut r.vars).for_each(|s| self.section(s));
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
            DirectiveKind::Shared(SharedAction::Copyout { section, to, .. }) => {
                self.section(section);
                to.iter_mut().for_each(|s| self.section(s));
            }
            DirectiveKind::Shared(SharedAction::Remove(names)) => {
                names.iter_mut().for_each(|name| *name = self.base(*name));
            }
            _ => {}
        }
        self.b.program.directives.alloc(Directive { kind, span, line })
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
fn fresh(b: &mut Builder<'_>, expr: ExprId) -> ExprId {
    let mut original = b.program.exprs[expr].clone();
    if let ExprKind::Cast { kind, implicit, operand } = original.kind {
        let operand = fresh(b, operand);
        original.kind = ExprKind::Cast { kind, implicit, operand };
    }
    b.program.exprs.alloc(original)
}
