//! What evaluating an expression does to variables, in order.
//!
//! `x = a[i] + n` reads `i`, reads (part of) `a`, reads `n`, then writes `x`.
//! Each of these is an [`Event`]. Liveness reads them backwards, the region
//! analyses as a set.
//!
//! C leaves the order of operands open; the events are in source order with an
//! assignment's write last, which is one of the allowed orders, and no analysis
//! here depends on which one. What is evaluated only sometimes (`c && (x = 1)`)
//! has its writes marked as not certain.
//!
//! Invariant: every variable that can be read, written or have its address
//! taken has an event; the walk keeps its own stack.

use std::collections::BTreeSet;

use hir::{
    CastKind, DirectiveKind, ExprId, ExprKind, FunctionId, GlobalAction, Item, Node, Program, Span, StmtId,
    StmtKind, VarId,
};

/// One thing that happens to a variable, or a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happens.
    pub kind: EventKind,
    /// Where.
    pub span: Span,
}

/// The kinds of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The variable, or a part of it, is read.
    Read(VarId),
    /// The variable is written.
    Write {
        /// Which.
        var: VarId,
        /// All of it, and surely: the old value is gone.
        kills: bool,
    },
    /// Its address goes somewhere.
    Address(VarId),
    /// Memory is read or written through a pointer.
    Memory,
    /// A function is called; `None` through a pointer.
    Call(Option<FunctionId>),
}

/// What happens to variables in a piece of the program, order forgotten.
#[derive(Clone, Default, Debug)]
pub struct Effects {
    /// Variables read, or whose address is taken.
    pub reads: BTreeSet<VarId>,
    /// Variables written.
    pub writes: BTreeSet<VarId>,
    /// Variables whose address goes somewhere.
    pub addressed: BTreeSet<VarId>,
    /// Calls of functions.
    pub calls: BTreeSet<FunctionId>,
    /// A call through a pointer, or an `asm` statement.
    pub unknown_call: bool,
}

impl Effects {
    /// The effects of everything at and below a node.
    pub fn of(program: &Program, node: impl Into<Node>) -> Effects {
        let mut effects = Effects::default();
        match node.into() {
            Node::Expr(expr) => effects.add_all(&of_expr(program, expr)),
            Node::Stmt(stmt) => {
                let mut walk = Walk::new(program, StmtExprs::Skip);
                for stmt in program.stmts_below(stmt) {
                    walk.own_events(stmt);
                    effects.add_all(&walk.events);
                    walk.events.clear();
                }
            }
        }
        effects
    }

    fn add_all(&mut self, events: &[Event]) {
        for event in events {
            match event.kind {
                EventKind::Read(var) => {
                    self.reads.insert(var);
                }
                EventKind::Write { var, .. } => {
                    self.writes.insert(var);
                }
                EventKind::Address(var) => {
                    self.reads.insert(var);
                    self.addressed.insert(var);
                }
                EventKind::Call(Some(function)) => {
                    self.calls.insert(function);
                }
                EventKind::Call(None) => self.unknown_call = true,
                EventKind::Memory => {}
            }
        }
    }

    /// May the variable have another value afterwards? A variable whose
    /// address is known elsewhere is the caller's to worry about.
    pub fn may_change(&self, var: VarId) -> bool {
        self.writes.contains(&var) || self.addressed.contains(&var)
    }
}

/// The events of the expressions that belong to a statement itself: a loop's
/// condition, not its body. Declarations write what they initialise.
pub fn of_stmt_itself(program: &Program, stmt: StmtId) -> Vec<Event> {
    own_events(program, stmt, StmtExprs::Enter)
}

/// The same without the statements inside `({ … })`, for who visits all
/// statements anyway.
pub fn of_stmt_alone(program: &Program, stmt: StmtId) -> Vec<Event> {
    own_events(program, stmt, StmtExprs::Skip)
}

/// The events of an expression.
pub fn of_expr(program: &Program, expr: ExprId) -> Vec<Event> {
    let mut walk = Walk::new(program, StmtExprs::Enter);
    walk.run(expr, Use::Read);
    walk.events
}

/// Are the statements inside `({ … })` part of the walk? A caller that visits
/// all statements anyway must skip them, or nests would be visited twice per level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StmtExprs {
    Enter,
    Skip,
}

fn own_events(program: &Program, stmt: StmtId, nested: StmtExprs) -> Vec<Event> {
    let mut walk = Walk::new(program, nested);
    walk.own_events(stmt);
    walk.events
}

/// The variable an lvalue is part of, when no pointer is followed:
/// `a` of `a[i].f`, nothing for `p->f`.
pub fn whole_variable(program: &Program, lvalue: ExprId) -> Option<VarId> {
    let mut at = lvalue;
    loop {
        at = match &program.exprs[at].kind {
            ExprKind::Var(var) => return Some(*var),
            ExprKind::Member { base, arrow: false, .. } => *base,
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => decayed_array(program, *base)?,
            _ => return None,
        };
    }
}

/// The array of an array-to-pointer conversion.
pub fn decayed_array(program: &Program, pointer: ExprId) -> Option<ExprId> {
    match &program.exprs[pointer].kind {
        ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => Some(*operand),
        _ => None,
    }
}

/// What is done with the value or object an expression denotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Its value is wanted.
    Read,
    /// It is assigned to.
    Write,
    /// It is read and assigned to.
    Update,
    /// Its address is wanted.
    Address,
}

/// A step of the walk still to be done.
enum Work {
    Visit { expr: ExprId, used: Use, whole: bool, certain: bool },
    Emit(Event),
}

/// The walk over one statement's expressions.
struct Walk<'p> {
    program: &'p Program,
    nested: StmtExprs,
    events: Vec<Event>,
    /// Steps still to be done, last one first.
    work: Vec<Work>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, nested: StmtExprs) -> Walk<'p> {
        Walk { program, nested, events: Vec::new(), work: Vec::new() }
    }

    fn own_events(&mut self, stmt: StmtId) {
        let program = self.program;
        match &program.stmts[stmt].kind {
            StmtKind::Decl(items) => items.iter().for_each(|item| self.declaration(item)),
            StmtKind::Directive(directive) => self.directive(*directive),
            StmtKind::Asm(asm) => {
                asm.inputs.iter().for_each(|(_, _, operand)| self.run(*operand, Use::Read));
                asm.outputs.iter().for_each(|(_, _, operand)| self.run(*operand, Use::Update));
                self.events.push(Event { kind: EventKind::Call(None), span: program.stmts[stmt].span });
            }
            _ => program.each_child(Node::Stmt(stmt), |child| {
                if let Node::Expr(expr) = child {
                    self.run(expr, Use::Read);
                }
            }),
        }
    }

    fn run(&mut self, root: ExprId, used: Use) {
        self.work.push(Work::Visit { expr: root, used, whole: true, certain: true });
        while let Some(step) = self.work.pop() {
            match step {
                Work::Emit(event) => self.events.push(event),
                Work::Visit { expr, used, whole, certain } => {
                    let (program, nested, first) = (self.program, self.nested, self.work.len());
                    Visit { program, nested, next: &mut self.work, certain }.expr(expr, used, whole);
                    self.work[first..].reverse();
                }
            }
        }
    }

    fn declaration(&mut self, item: &Item) {
        let Item::Var { var, with_init: true, .. } = item else { return };
        let declared = &self.program.vars[*var];
        let Some(init) = &declared.init else { return };
        for expr in self.program.init_exprs(init) {
            self.run(expr, Use::Read);
        }
        // A static local keeps its value: its initialiser ran before everything.
        let kills = declared.storage == hir::VarStorage::Local;
        self.events.push(Event { kind: EventKind::Write { var: *var, kills }, span: declared.span });
    }

    /// A data directive reads its bounds and moves what it names: `copyout`
    /// writes the host variable.
    fn directive(&mut self, id: hir::DirectiveId) {
        for expr in self.program.directive_exprs(id) {
            self.run(expr, Use::Read);
        }
        let DirectiveKind::Global(GlobalAction::Copyout { section, to }) = &self.program.directives[id].kind
        else {
            return;
        };
        let target = to.as_ref().unwrap_or(section);
        let Some(var) = target.var else { return };
        // Through a pointer it writes memory, not the pointer.
        let kind = match self.program.types.is_pointer(self.program.vars[var].ty) {
            true => EventKind::Memory,
            false => EventKind::Write { var, kills: target.dims.is_empty() },
        };
        self.events.push(Event { kind, span: target.span });
    }
}

/// Expands one expression into steps, in order.
struct Visit<'a> {
    program: &'a Program,
    nested: StmtExprs,
    next: &'a mut Vec<Work>,
    certain: bool,
}

impl Visit<'_> {
    fn visit(&mut self, expr: ExprId, used: Use, whole: bool) {
        self.next.push(Work::Visit { expr, used, whole, certain: self.certain });
    }

    fn read(&mut self, expr: ExprId) {
        self.visit(expr, Use::Read, true);
    }

    fn emit(&mut self, kind: EventKind, span: Span) {
        self.next.push(Work::Emit(Event { kind, span }));
    }

    fn expr(&mut self, expr: ExprId, used: Use, whole: bool) {
        let node = &self.program.exprs[expr];
        match &node.kind {
            ExprKind::Var(var) => self.variable(*var, used, whole, node.span),
            ExprKind::Index { base, index } => {
                self.read(*index);
                self.element(*base, used, node.span);
            }
            ExprKind::Deref(pointer) => self.element(*pointer, used, node.span),
            ExprKind::Member { base, arrow: true, .. } => self.element(*base, used, node.span),
            ExprKind::Member { base, arrow: false, .. } => self.visit(*base, used, false),
            ExprKind::AddrOf(operand) => self.visit(*operand, Use::Address, true),
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                self.visit(*operand, Use::Address, true);
            }
            ExprKind::Assign { lhs, rhs } => {
                self.read(*rhs);
                self.visit(*lhs, Use::Write, true);
            }
            ExprKind::AssignOp { lhs, rhs, .. } => {
                self.read(*rhs);
                self.visit(*lhs, Use::Update, true);
            }
            ExprKind::IncDec { operand, .. } => self.visit(*operand, Use::Update, true),
            ExprKind::Binary { op: hir::BinaryOp::And | hir::BinaryOp::Or, lhs, rhs } => {
                self.read(*lhs);
                self.certain = false;
                self.read(*rhs);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.read(*cond);
                self.certain = false;
                then.iter().for_each(|then| self.read(*then));
                self.read(*otherwise);
            }
            ExprKind::Call { callee, args } => self.call(*callee, args, node.span),
            ExprKind::Launch { callee, config, args } => {
                config.iter().for_each(|arg| self.read(*arg));
                self.call(*callee, args, node.span);
            }
            ExprKind::StmtExpr(body) => self.statement_expression(*body),
            _ => self.children(expr),
        }
    }

    /// Operands of an expression whose own use of them is plain reading.
    fn children(&mut self, expr: ExprId) {
        self.program.each_child(Node::Expr(expr), |child| match child {
            Node::Expr(operand) => self.read(operand),
            Node::Stmt(body) => self.statement_expression(body),
        });
    }

    fn variable(&mut self, var: VarId, used: Use, whole: bool, span: Span) {
        let kills = whole && self.certain;
        match used {
            Use::Read => self.emit(EventKind::Read(var), span),
            Use::Write => self.emit(EventKind::Write { var, kills }, span),
            Use::Update => {
                self.emit(EventKind::Read(var), span);
                self.emit(EventKind::Write { var, kills }, span);
            }
            Use::Address => self.emit(EventKind::Address(var), span),
        }
    }

    /// The object a pointer points to is used: part of a variable when the
    /// pointer is a decayed array, else memory.
    fn element(&mut self, pointer: ExprId, used: Use, span: Span) {
        match decayed_array(self.program, pointer) {
            Some(array) => self.visit(array, used, false),
            None => {
                self.read(pointer);
                if used != Use::Address {
                    self.emit(EventKind::Memory, span);
                }
            }
        }
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId], span: Span) {
        let target = self.program.called_function(callee);
        if target.is_none() {
            self.read(callee);
        }
        args.iter().for_each(|arg| self.read(*arg));
        self.emit(EventKind::Call(target), span);
    }

    /// The statements inside may run in any pattern: writes are not certain.
    fn statement_expression(&mut self, body: StmtId) {
        if self.nested == StmtExprs::Skip {
            return;
        }
        for stmt in self.program.stmts_below(body) {
            for mut event in own_events(self.program, stmt, StmtExprs::Skip) {
                if let EventKind::Write { kills, .. } = &mut event.kind {
                    *kills = false;
                }
                self.next.push(Work::Emit(event));
            }
        }
    }
}
