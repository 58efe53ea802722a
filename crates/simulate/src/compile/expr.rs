//! Expressions.

use hir::{BinaryOp as C, CastKind, ExprId, ExprKind, GridQuery, IncDec, Span, Type, UnaryOp as CUnary};

use super::place::Place;
use super::{Compiler, Result};
use crate::code::{BinaryOp, CompareOp, Instr, Reg, UnaryOp};
use crate::half;
use crate::scalar::Scalar;

impl Compiler<'_> {
    /// The value of an expression: of a scalar its bits, of a record its
    /// address, of an array or `void` nothing in particular.
    pub(super) fn value(&mut self, expr: ExprId) -> Result<Reg> {
        let node = &self.program.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        self.at = span;
        match node.kind {
            ExprKind::Int { value, .. } => self.number(value, ty, span),
            ExprKind::Enumerator(id) => self.number(self.program.enumerators[id].value, ty, span),
            ExprKind::Float { value, .. } => match self.scalar(ty, span)? {
                Scalar::F16 => Ok(self.constant(half::bits(value))),
                Scalar::F32 => Ok(self.constant(u64::from((value as f32).to_bits()))),
                _ => Ok(self.constant(value.to_bits())),
            },
            ExprKind::Measure { value: Some(value), .. } | ExprKind::Offsetof { value, .. } => {
                Ok(self.constant(value))
            }
            ExprKind::Var(var) => match self.file_constant(var) {
                Some(value) => self.value(value),
                None => self.read(expr),
            },
            ExprKind::Deref(_) | ExprKind::Index { .. } => self.read(expr),
            ExprKind::Member { base, field, arrow: false, .. } => match self.grid_variable(base) {
                Some(query) => self.grid(query, field),
                None => self.read(expr),
            },
            ExprKind::Member { .. } | ExprKind::CompoundLiteral { .. } => self.read(expr),
            ExprKind::Grid(query, axis) => {
                let to = self.register();
                self.emit(Instr::Grid { to, query, axis });
                Ok(to)
            }
            ExprKind::Unary { op, operand } => self.unary(op, operand, ty),
            ExprKind::AddrOf(operand) => match self.place(operand)? {
                Place::Memory(address) | Place::Packed(address) => Ok(address),
                _ => Err(self.unsupported(span, "this address")),
            },
            ExprKind::IncDec { op, prefix, operand } => self.step(op, prefix, operand, span),
            ExprKind::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs),
            ExprKind::Assign { lhs, rhs } => self.assign(lhs, rhs, span),
            ExprKind::AssignOp { op, lhs, rhs, compute } => self.assign_op(op, (lhs, rhs), compute, span),
            ExprKind::Conditional { cond, then, otherwise } => self.conditional(cond, then, otherwise, ty),
            ExprKind::Cast { kind, operand, .. } => self.cast(kind, operand, ty, span),
            ExprKind::Call { callee, ref args } => self.call(callee, args, ty, span),
            ExprKind::Construct(ref args) => self.construct(ty, args, span),
            ExprKind::StmtExpr(body) => self.statement_expression(body, ty),
            ExprKind::Launch { .. } => {
                let refused = *self.unsupported(span, "a launch of a kernel by a kernel");
                Err(Box::new(refused.help("run the program with `--target cpu`, or launch it on the host")))
            }
            _ => Err(self.unsupported(span, "this expression")),
        }
    }

    fn number(&mut self, value: i128, ty: Type, span: Span) -> Result<Reg> {
        let scalar = self.scalar(ty, span)?;
        Ok(self.constant(scalar.extend(value as u64)))
    }

    /// The initialiser of a `const` scalar of a file: every target repeats it.
    fn file_constant(&self, var: hir::VarId) -> Option<ExprId> {
        let declared = &self.program.vars[var];
        let known = self.homes.contains_key(&var) || self.symbols.contains_key(&var);
        match declared.init {
            Some(hir::Init::Expr(value)) if !known && declared.owner.is_none() && declared.ty.is_const() => {
                self.scalar_of(declared.ty).map(|_| value)
            }
            _ => None,
        }
    }

    /// The value at a place; of a record, its address.
    fn read(&mut self, expr: ExprId) -> Result<Reg> {
        let node = &self.program.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        let place = self.place(expr)?;
        match place {
            Place::Memory(address) if self.scalar_of(ty).is_none() => Ok(address),
            place => self.load(place, ty, span),
        }
    }

    /// Is it one of the variables that CUDA predefines?
    fn grid_variable(&self, expr: ExprId) -> Option<GridQuery> {
        let ExprKind::Var(var) = self.program.exprs[expr].kind else { return None };
        let declared = &self.program.vars[var];
        if declared.owner.is_some() {
            return None;
        }
        match &*self.text(declared.name?) {
            "threadIdx" => Some(GridQuery::ThreadIndex),
            "blockIdx" => Some(GridQuery::BlockIndex),
            "blockDim" => Some(GridQuery::BlockSize),
            "gridDim" => Some(GridQuery::GridSize),
            _ => None,
        }
    }

    fn grid(&mut self, query: GridQuery, field: u32) -> Result<Reg> {
        let axis = match field {
            0 => hir::Axis::X,
            1 => hir::Axis::Y,
            _ => hir::Axis::Z,
        };
        let to = self.register();
        self.emit(Instr::Grid { to, query, axis });
        Ok(to)
    }

    fn unary(&mut self, op: CUnary, operand: ExprId, ty: Type) -> Result<Reg> {
        let node = &self.program.exprs[operand];
        let from = self.scalar(node.ty, node.span)?;
        let a = self.value(operand)?;
        let (op, ty) = match op {
            CUnary::Plus | CUnary::Real => return Ok(a),
            CUnary::Neg => (UnaryOp::Neg, self.scalar(ty, node.span)?),
            CUnary::BitNot => (UnaryOp::BitNot, self.scalar(ty, node.span)?),
            CUnary::Not => (UnaryOp::Not, from),
            CUnary::Imag => return Err(self.unsupported(node.span, "a complex number")),
        };
        let to = self.register();
        self.emit(Instr::Unary { op, ty, to, a });
        Ok(to)
    }

    /// `++x`, `x--` and the like; of a pointer, by its element's size.
    fn step(&mut self, op: IncDec, prefix: bool, operand: ExprId, span: Span) -> Result<Reg> {
        let ty = self.program.exprs[operand].ty;
        let scalar = self.scalar(ty, span)?;
        let place = self.place(operand)?;
        let mut old = self.load(place, ty, span)?;
        if !prefix && matches!(place, Place::Register(_)) {
            let kept = self.register();
            self.emit(Instr::Copy { to: kept, from: old });
            old = kept;
        }
        let by = match (self.program.types.pointee(ty), scalar) {
            (Some(target), _) => self.size_of(target)?,
            (None, Scalar::F16) => half::bits(1.0),
            (None, Scalar::F32) => u64::from(1f32.to_bits()),
            (None, Scalar::F64) => 1f64.to_bits(),
            _ => 1,
        };
        let by = self.constant(by);
        let op = if op == IncDec::Inc { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.binary_of(op, scalar, old, by);
        self.store(place, new, ty, span)?;
        match place {
            Place::Register(register) if prefix => Ok(register),
            _ => Ok(if prefix { new } else { old }),
        }
    }

    fn binary(&mut self, op: C, lhs: ExprId, rhs: ExprId) -> Result<Reg> {
        match op {
            C::Comma => {
                self.effect(lhs)?;
                return self.value(rhs);
            }
            C::And | C::Or => return self.logical(op == C::And, lhs, rhs),
            _ => {}
        }
        let ty = self.program.exprs[lhs].ty;
        let span = self.program.exprs[lhs].span;
        let a = self.value(lhs)?;
        let b = self.value(rhs)?;
        let rhs_ty = self.program.exprs[rhs].ty;
        self.arithmetic(op, (a, ty), (b, rhs_ty), span)
    }

    /// The value of an expression in a type. What `resolve` made has its
    /// conversions as nodes; code that the compiler writes relies on those of C.
    pub(super) fn value_as(&mut self, expr: ExprId, ty: Type) -> Result<Reg> {
        let from = self.program.exprs[expr].ty;
        let value = self.value(expr)?;
        match (self.scalar_of(from), self.scalar_of(ty)) {
            (Some(from), Some(into)) => Ok(self.converted(value, from, into)),
            _ => Ok(value),
        }
    }

    /// `a op b`, pointers included.
    fn arithmetic(
        &mut self,
        op: C,
        (a, a_ty): (Reg, Type),
        (b, b_ty): (Reg, Type),
        span: Span,
    ) -> Result<Reg> {
        // An array that nobody has decayed stands for its address too.
        let types = &self.program.types;
        let pointee = |ty| types.pointee(ty).or_else(|| types.element(ty));
        match (op, pointee(a_ty), pointee(b_ty)) {
            (C::Add, Some(target), None) => {
                let size = self.size_of(target)?;
                return Ok(self.element(a, b, size));
            }
            (C::Add, None, Some(target)) => {
                let size = self.size_of(target)?;
                return Ok(self.element(b, a, size));
            }
            (C::Sub, Some(target), None) => {
                let size = self.size_of(target)?;
                return Ok(self.element(a, b, size.wrapping_neg()));
            }
            (C::Sub, Some(target), Some(_)) => {
                let size = self.size_of(target)?.max(1);
                let size = self.constant(size);
                let bytes = self.binary_of(BinaryOp::Sub, Scalar::I64, a, b);
                return Ok(self.binary_of(BinaryOp::Div, Scalar::I64, bytes, size));
            }
            _ => {}
        }
        let (a_scalar, b_scalar) = (self.scalar(a_ty, span)?, self.scalar(b_ty, span)?);
        let ty = computed_in(op, a_scalar, b_scalar);
        let a = self.converted(a, a_scalar, ty);
        let b = if matches!(op, C::Shl | C::Shr) { b } else { self.converted(b, b_scalar, ty) };
        if let Some(op) = comparison(op) {
            let to = self.register();
            self.emit(Instr::Compare { op, ty, to, a, b });
            return Ok(to);
        }
        match arithmetic_op(op) {
            Some(op) => Ok(self.binary_of(op, ty, a, b)),
            None => Err(self.unsupported(span, "this operator")),
        }
    }

    /// `a && b`, `a || b`. A right side that neither does anything nor can fail
    /// is computed in any case, as compilers for GPUs do.
    fn logical(&mut self, is_and: bool, lhs: ExprId, rhs: ExprId) -> Result<Reg> {
        let a = self.truth(lhs)?;
        if self.is_harmless(rhs) {
            let b = self.truth(rhs)?;
            let op = if is_and { BinaryOp::And } else { BinaryOp::Or };
            return Ok(self.binary_of(op, Scalar::I32, a, b));
        }
        let result = self.register();
        self.emit(Instr::Copy { to: result, from: a });
        let cond = if is_and { result } else { self.negation(result) };
        let skip = self.branch_unless(cond);
        let b = self.truth(rhs)?;
        self.emit(Instr::Copy { to: result, from: b });
        self.land(skip);
        Ok(result)
    }

    fn negation(&mut self, a: Reg) -> Reg {
        let to = self.register();
        self.emit(Instr::Unary { op: UnaryOp::Not, ty: Scalar::U64, to, a });
        to
    }

    /// 0 or 1: is it non-zero?
    pub(super) fn truth(&mut self, expr: ExprId) -> Result<Reg> {
        let node = &self.program.exprs[expr];
        let is_truth = match node.kind {
            ExprKind::Binary { op, .. } => comparison(op).is_some() || matches!(op, C::And | C::Or),
            ExprKind::Unary { op, .. } => op == CUnary::Not,
            _ => false,
        };
        let a = self.value(expr)?;
        if is_truth {
            return Ok(a);
        }
        let ty = self.scalar(node.ty, node.span)?;
        let zero = self.constant(0);
        let to = self.register();
        self.emit(Instr::Compare { op: CompareOp::Ne, ty, to, a, b: zero });
        Ok(to)
    }

    /// Can it be computed without being asked for? Neither effects nor memory
    /// nor anything slow.
    fn is_harmless(&self, expr: ExprId) -> bool {
        self.program.exprs_below(expr).all(|at| match self.program.exprs[at].kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Enumerator(_) | ExprKind::Grid(..) => {
                true
            }
            ExprKind::Var(var) => {
                !self.in_memory.contains(&var) && self.scalar_of(self.program.vars[var].ty).is_some()
                    || self.grid_variable(at).is_some()
            }
            ExprKind::Member { base, arrow: false, .. } => self.grid_variable(base).is_some(),
            ExprKind::Unary { .. } => true,
            ExprKind::Cast { kind, .. } => matches!(kind, CastKind::Arithmetic | CastKind::ToBool),
            ExprKind::Binary { op, .. } => !matches!(op, C::Div | C::Rem | C::Comma),
            _ => false,
        })
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> Result<Reg> {
        let (ty, lhs_span) = (self.program.exprs[lhs].ty, self.program.exprs[lhs].span);
        if self.scalar_of(ty).is_none() {
            let from = self.value(rhs)?;
            let Place::Memory(to) = self.place(lhs)? else { return Err(self.unsupported(span, "this")) };
            self.move_object_between((to, lhs_span), (from, self.program.exprs[rhs].span), ty)?;
            return Ok(to);
        }
        let place = self.place(lhs)?;
        let value = self.value_as(rhs, ty)?;
        self.store(place, value, ty, lhs_span)?;
        match place {
            Place::Register(register) => Ok(register),
            _ => Ok(value),
        }
    }

    /// A struct is assigned.
    pub(super) fn move_object(&mut self, to: Reg, from: Reg, ty: Type, span: Span) -> Result<()> {
        self.move_object_between((to, span), (from, span), ty)
    }

    /// The same, where the two sides stand in different places of the source.
    fn move_object_between(&mut self, to: (Reg, Span), from: (Reg, Span), ty: Type) -> Result<()> {
        let bytes = self.size_of(ty)? as u32;
        let align = self.program.align_of(ty).unwrap_or(1) as u32;
        let (read, write) = (self.site(from.1), self.site(to.1));
        self.at = to.1;
        self.emit(Instr::Move { to: to.0, from: from.0, bytes, align, read, write });
        Ok(())
    }

    fn assign_op(&mut self, op: C, (lhs, rhs): (ExprId, ExprId), compute: Type, span: Span) -> Result<Reg> {
        let node = &self.program.exprs[lhs];
        let (ty, lhs_span) = (node.ty, node.span);
        let place = self.place(lhs)?;
        let b = self.value(rhs)?;
        let old = self.load(place, ty, lhs_span)?;
        let b_ty = self.program.exprs[rhs].ty;
        let new = if self.program.types.is_pointer(ty) {
            self.arithmetic(op, (old, ty), (b, b_ty), span)?
        } else {
            let (stored, computed) = (self.scalar(ty, span)?, self.scalar(compute, span)?);
            let a = self.converted(old, stored, computed);
            let result = self.arithmetic(op, (a, compute), (b, b_ty), span)?;
            let has = computed_in(op, computed, self.scalar(b_ty, span)?);
            self.converted(result, has, stored)
        };
        self.store(place, new, ty, lhs_span)?;
        match place {
            Place::Register(register) => Ok(register),
            _ => Ok(new),
        }
    }

    fn conditional(
        &mut self,
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        ty: Type,
    ) -> Result<Reg> {
        let result = self.register();
        let is_void = self.program.types.is_void(ty);
        let test = self.value(cond)?;
        let truth = match then {
            Some(_) => test,
            // `cond ?: otherwise`
            None => {
                self.emit(Instr::Copy { to: result, from: test });
                result
            }
        };
        let truth = self.nonzero(truth, self.program.exprs[cond].ty)?;
        let to_else = self.branch_unless(truth);
        if let Some(then) = then {
            let value = self.value_as(then, ty)?;
            if !is_void {
                self.emit(Instr::Copy { to: result, from: value });
            }
        }
        let to_end = self.jump();
        self.land(to_else);
        let value = self.value_as(otherwise, ty)?;
        if !is_void {
            self.emit(Instr::Copy { to: result, from: value });
        }
        self.land(to_end);
        Ok(result)
    }

    /// A register that is zero just when the value is (a float's `-0.0` is
    /// zero too).
    pub(super) fn nonzero(&mut self, a: Reg, ty: Type) -> Result<Reg> {
        let scalar = self.scalar(ty, self.at)?;
        if !scalar.is_float() {
            return Ok(a);
        }
        let zero = self.constant(0);
        let to = self.register();
        self.emit(Instr::Compare { op: CompareOp::Ne, ty: scalar, to, a, b: zero });
        Ok(to)
    }

    fn cast(&mut self, kind: CastKind, operand: ExprId, ty: Type, span: Span) -> Result<Reg> {
        let from_ty = self.program.exprs[operand].ty;
        match kind {
            CastKind::ArrayDecay => match self.place(operand)? {
                Place::Memory(address) => Ok(address),
                _ => Err(self.unsupported(span, "this array")),
            },
            CastKind::ToVoid => {
                self.effect(operand)?;
                Ok(self.constant(0))
            }
            CastKind::Same if self.scalar_of(ty).is_none() => self.value(operand),
            CastKind::FunctionDecay | CastKind::ToUnion => Err(self.unsupported(span, "this conversion")),
            _ => {
                let is_array = self.program.types.is_array(from_ty);
                let from = if is_array { Scalar::U64 } else { self.scalar(from_ty, span)? };
                let into = self.scalar(ty, span)?;
                let value = self.value(operand)?;
                self.at = span;
                if kind == CastKind::ToBool {
                    let zero = self.constant(0);
                    let to = self.register();
                    self.emit(Instr::Compare { op: CompareOp::Ne, ty: from, to, a: value, b: zero });
                    return Ok(to);
                }
                Ok(self.converted(value, from, into))
            }
        }
    }

    /// A value in another type; nothing to do where the registers look alike.
    pub(super) fn converted(&mut self, a: Reg, from: Scalar, into: Scalar) -> Reg {
        let widens = !from.is_float()
            && !into.is_float()
            && into != Scalar::Bool
            && (into.size() == 8 || into.size() > from.size() && (into.is_signed() || !from.is_signed()));
        if from == into || widens {
            return a;
        }
        let to = self.register();
        self.emit(Instr::Convert { from, into, to, a });
        to
    }

    /// An expression for its effects alone.
    pub(super) fn effect(&mut self, expr: ExprId) -> Result<()> {
        let node = &self.program.exprs[expr];
        match node.kind {
            // Nothing is read that nobody asks for.
            ExprKind::Var(_) | ExprKind::Int { .. } => Ok(()),
            ExprKind::Cast { kind: CastKind::ToVoid, operand, .. } => self.effect(operand),
            ExprKind::IncDec { op, operand, .. } => self.step(op, true, operand, node.span).map(drop),
            _ => self.value(expr).map(drop),
        }
    }

    fn statement_expression(&mut self, body: hir::StmtId, ty: Type) -> Result<Reg> {
        let hir::StmtKind::Block(stmts) = &self.program.stmts[body].kind else {
            return Err(self.unsupported(self.at, "this expression"));
        };
        let (last, before) = match stmts.split_last() {
            Some((last, before)) if !self.program.types.is_void(ty) => (Some(*last), before),
            _ => (None, stmts.as_slice()),
        };
        for &stmt in before {
            self.stmt(stmt)?;
        }
        match last.map(|last| &self.program.stmts[last].kind) {
            Some(&hir::StmtKind::Expr(value)) => self.value(value),
            _ => Ok(self.constant(0)),
        }
    }
}

/// The type that C computes in.
fn computed_in(op: C, a: Scalar, b: Scalar) -> Scalar {
    match op {
        C::Shl | C::Shr => promoted(a),
        _ => common(promoted(a), promoted(b)),
    }
}

fn promoted(scalar: Scalar) -> Scalar {
    if !scalar.is_float() && scalar.size() < 4 { Scalar::I32 } else { scalar }
}

/// The type in which two operands are combined.
fn common(a: Scalar, b: Scalar) -> Scalar {
    match (a, b) {
        _ if a == b => a,
        _ if a.is_float() || b.is_float() => a.max(b),
        _ if a.size() != b.size() => {
            if a.size() > b.size() {
                a
            } else {
                b
            }
        }
        _ => {
            if a.is_signed() {
                b
            } else {
                a
            }
        }
    }
}

fn comparison(op: C) -> Option<CompareOp> {
    Some(match op {
        C::Lt => CompareOp::Lt,
        C::Le => CompareOp::Le,
        C::Gt => CompareOp::Gt,
        C::Ge => CompareOp::Ge,
        C::Eq => CompareOp::Eq,
        C::Ne => CompareOp::Ne,
        _ => return None,
    })
}

fn arithmetic_op(op: C) -> Option<BinaryOp> {
    Some(match op {
        C::Add => BinaryOp::Add,
        C::Sub => BinaryOp::Sub,
        C::Mul => BinaryOp::Mul,
        C::Div => BinaryOp::Div,
        C::Rem => BinaryOp::Rem,
        C::Shl => BinaryOp::Shl,
        C::Shr => BinaryOp::Shr,
        C::BitAnd => BinaryOp::And,
        C::BitOr => BinaryOp::Or,
        C::BitXor => BinaryOp::Xor,
        _ => return None,
    })
}
