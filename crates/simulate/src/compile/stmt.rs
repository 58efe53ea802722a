//! Statements.

use hir::{ExprId, Item, Span, StmtId, StmtKind, VarId};

use super::{Compiler, Home, Loop, Result};
use crate::code::{CompareOp, END, Instr, Pc, Reg};
use crate::scalar::Scalar;

impl Compiler<'_> {
    pub(super) fn stmt(&mut self, stmt: StmtId) -> Result<()> {
        let node = &self.program.stmts[stmt];
        self.at = node.span;
        match node.kind {
            StmtKind::Block(ref stmts) => stmts.iter().try_for_each(|&stmt| self.stmt(stmt)),
            StmtKind::Decl(ref items) => items.iter().try_for_each(|item| self.declaration(item)),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Empty | StmtKind::Pragma(_) | StmtKind::Attributes(_) | StmtKind::Comment(_) => Ok(()),
            StmtKind::If { cond, then, otherwise } => self.if_else(cond, then, otherwise),
            StmtKind::While { cond, body } => self.for_loop(None, Some(cond), None, body),
            StmtKind::DoWhile { body, cond } => self.do_while(body, cond),
            StmtKind::For { init, cond, step, body } => self.for_loop(init, cond, step, body),
            StmtKind::Switch { cond, body } => self.switch(cond, body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                let here = self.here();
                self.cases.insert(stmt, here);
                self.stmt(body)
            }
            StmtKind::Label { label, body } => {
                let here = self.here();
                self.labels.insert(label, here);
                self.stmt(body)
            }
            StmtKind::Goto(label) => {
                let pc = self.jump();
                self.gotos.push((pc, label));
                Ok(())
            }
            StmtKind::Continue => self.leave_loop(node.span, true),
            StmtKind::Break => self.leave_loop(node.span, false),
            StmtKind::Return(value) => self.return_(value),
            StmtKind::Barrier => {
                self.emit(Instr::Barrier { vote: None });
                Ok(())
            }
            StmtKind::Directive(directive) if self.is_hint(directive) => Ok(()),
            StmtKind::Asm(_) => Err(Box::new(
                self.unsupported(node.span, "inline PTX")
                    .help("write it in C, or keep it behind `#ifdef __CUDA_ARCH__`, with an `#else`"),
            )),
            _ => Err(self.unsupported(node.span, "this statement")),
        }
    }

    /// A CUDA-lite annotation says nothing that the code does not do.
    fn is_hint(&self, directive: hir::DirectiveId) -> bool {
        matches!(self.program.directives[directive].kind, hir::DirectiveKind::CudaLite(_))
    }

    fn declaration(&mut self, item: &Item) -> Result<()> {
        let &Item::Var { var, with_init, is_extern, .. } = item else { return Ok(()) };
        let shared = self.program.vars[var].cuda.has(hir::CudaSpecs::SHARED);
        if is_extern && !shared {
            return Ok(());
        }
        let home = self.declare(var)?;
        // What a static variable begins with is in the device's memory before the kernel runs.
        let is_set_before = shared || self.symbols.contains_key(&var);
        if with_init && !is_set_before { self.initialize_variable(var, home) } else { Ok(()) }
    }

    fn initialize_variable(&mut self, var: VarId, home: Home) -> Result<()> {
        let declared = &self.program.vars[var];
        let Some(init) = &declared.init else { return Ok(()) };
        match home {
            Home::Register(register) => {
                let value = self.scalar_init(init, declared.ty)?;
                self.copy(register, value);
                Ok(())
            }
            Home::Memory(address) => {
                let at = self.constant(address);
                self.initialize(at, declared.ty, init)
            }
        }
    }

    /// A condition, as a register that is zero if it is false.
    fn condition(&mut self, cond: ExprId) -> Result<Reg> {
        let value = self.value(cond)?;
        self.nonzero(value, self.program.exprs[cond].ty)
    }

    fn if_else(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) -> Result<()> {
        let cond = self.condition(cond)?;
        let to_else = self.branch_unless(cond);
        self.stmt(then)?;
        match otherwise {
            None => self.land(to_else),
            Some(otherwise) => {
                let to_end = self.jump();
                self.land(to_else);
                self.stmt(otherwise)?;
                self.land(to_end);
            }
        }
        Ok(())
    }

    fn for_loop(
        &mut self,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Result<()> {
        if let Some(init) = init {
            self.stmt(init)?;
        }
        let top = self.here();
        let leave = match cond {
            Some(cond) => {
                let cond = self.condition(cond)?;
                Some(self.branch_unless(cond))
            }
            None => None,
        };
        self.loops.push(Loop::default());
        self.stmt(body)?;
        let inner = self.loops.pop().unwrap_or_default();
        inner.continues.into_iter().for_each(|from| self.land(from));
        if let Some(step) = step {
            self.at = self.program.exprs[step].span;
            self.effect(step)?;
        }
        self.emit(Instr::Jump { target: top });
        leave.into_iter().chain(inner.breaks).for_each(|from| self.land(from));
        Ok(())
    }

    fn do_while(&mut self, body: StmtId, cond: ExprId) -> Result<()> {
        let top = self.here();
        self.loops.push(Loop::default());
        self.stmt(body)?;
        let inner = self.loops.pop().unwrap_or_default();
        inner.continues.into_iter().for_each(|from| self.land(from));
        let cond = self.condition(cond)?;
        let leave = self.branch_unless(cond);
        self.emit(Instr::Jump { target: top });
        std::iter::once(leave).chain(inner.breaks).for_each(|from| self.land(from));
        Ok(())
    }

    /// Comparisons in a row, then the body with its labels.
    fn switch(&mut self, cond: ExprId, body: StmtId) -> Result<()> {
        let node = &self.program.exprs[cond];
        let ty = self.scalar(node.ty, node.span)?;
        let selector = self.value(cond)?;
        let mut to_cases: Vec<(Pc, StmtId)> = Vec::new();
        let mut default = None;
        for stmt in self.cases_of(body) {
            match self.program.stmts[stmt].kind {
                StmtKind::Case { low, high, .. } => {
                    let hit = self.in_range(selector, ty, low, high);
                    let next = self.branch_unless(hit);
                    let jump = self.jump();
                    to_cases.push((jump, stmt));
                    self.land(next);
                }
                _ => default = Some(stmt),
            }
        }
        let otherwise = self.jump();
        self.loops.push(Loop { is_switch: true, ..Loop::default() });
        self.stmt(body)?;
        let inner = self.loops.pop().unwrap_or_default();
        for (jump, case) in to_cases {
            let target = self.case_pc(case);
            self.aim(jump, target);
        }
        match default {
            Some(default) => {
                let target = self.case_pc(default);
                self.aim(otherwise, target);
            }
            None => self.land(otherwise),
        }
        inner.breaks.into_iter().for_each(|from| self.land(from));
        // `continue` inside belongs to the loop around.
        if let Some(outer) = self.loops.last_mut() {
            outer.continues.extend(inner.continues);
        }
        Ok(())
    }

    fn in_range(&mut self, selector: Reg, ty: Scalar, low: i128, high: i128) -> Reg {
        let first = self.constant(ty.extend(low as u64));
        let compare = |compiler: &mut Self, op, b| {
            let to = compiler.register();
            compiler.emit(Instr::Compare { op, ty, to, a: selector, b });
            to
        };
        if low == high {
            return compare(self, CompareOp::Eq, first);
        }
        let last = self.constant(ty.extend(high as u64));
        let (a, b) = (compare(self, CompareOp::Ge, first), compare(self, CompareOp::Le, last));
        self.binary_of(crate::code::BinaryOp::And, Scalar::I32, a, b)
    }

    /// The labels that belong to a `switch`, those of inner ones left out.
    fn cases_of(&self, body: StmtId) -> Vec<StmtId> {
        let mut nodes = self.program.nodes(body);
        let mut found = Vec::new();
        while let Some(node) = nodes.next() {
            match node {
                hir::Node::Expr(_) => nodes.skip_children(),
                hir::Node::Stmt(stmt) => match self.program.stmts[stmt].kind {
                    StmtKind::Switch { .. } if stmt != body => nodes.skip_children(),
                    StmtKind::Case { .. } | StmtKind::Default(_) => found.push(stmt),
                    _ => {}
                },
            }
        }
        found
    }

    /// Where a `case` of the switch just compiled begins.
    fn case_pc(&self, case: StmtId) -> Pc {
        self.cases.get(&case).copied().unwrap_or(END)
    }

    fn leave_loop(&mut self, span: Span, goes_on: bool) -> Result<()> {
        let pc = self.jump();
        let found = self.loops.iter_mut().rev().find(|inner| !(goes_on && inner.is_switch));
        match found {
            Some(inner) if goes_on => inner.continues.push(pc),
            Some(inner) => inner.breaks.push(pc),
            None => return Err(self.unsupported(span, "this jump")),
        }
        Ok(())
    }

    fn return_(&mut self, value: Option<ExprId>) -> Result<()> {
        let depth = self.calls.len();
        let result = self.calls.last().and_then(|call| call.result);
        if let Some(value) = value {
            let ty = self.program.exprs[value].ty;
            let span = self.program.exprs[value].span;
            let register = self.value(value)?;
            match result {
                Some(Home::Register(to)) => self.copy(to, register),
                Some(Home::Memory(address)) => {
                    let to = self.constant(address);
                    self.move_object(to, register, ty, span)?;
                }
                None => {}
            }
        }
        if depth <= 1 {
            self.emit(Instr::Exit);
            return Ok(());
        }
        let pc = self.jump();
        if let Some(call) = self.calls.last_mut() {
            call.returns.push(pc);
        }
        Ok(())
    }

    /// Lets every `goto` of the function being compiled find its label.
    pub(super) fn land_gotos(&mut self) -> Result<()> {
        for (pc, label) in std::mem::take(&mut self.gotos) {
            let Some(&target) = self.labels.get(&label) else {
                return Err(self.unsupported(self.program.labels[label].span, "this label"));
            };
            self.aim(pc, target);
        }
        Ok(())
    }
}
