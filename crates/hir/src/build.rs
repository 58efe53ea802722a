//! Making `hir` by hand: small functions that read like the code they make.
//!
//! ```text
//! let row = b.add(b.mul(block, sixteen), thread);     // blockIdx.y * 16 + threadIdx.y
//! ```
//! Arithmetic with 0 and 1 and between constants is simplified on the way, so
//! that generated code has no `+ 0` in it.

use source::{Sources, Span, Symbol};
use syntax::ast::{BinaryOp, IncDec};

use crate::{
    Axis, CastKind, Expr, ExprId, ExprKind, Function, FunctionId, GridQuery, Init, Item, Program, Stmt,
    StmtId, StmtKind, Type, UnaryOp, Var, VarId, const_eval, usual_conversions,
};

/// Makes nodes in a program.
pub struct Builder<'a> {
    /// Where the nodes go.
    pub program: &'a mut Program,
    /// Where names go.
    pub sources: &'a mut Sources,
    /// The place that generated nodes point to.
    pub origin: Span,
}

impl Builder<'_> {
    /// An interned name.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.sources.symbols.intern(text.as_bytes())
    }

    /// A new local variable.
    pub fn local(&mut self, name: &str, ty: Type) -> VarId {
        let name = Some(self.symbol(name));
        let span = self.origin;
        self.program.vars.alloc(Var::new(name, ty, span))
    }

    /// A variable like another, for a copy of what declares it.
    pub fn same_again(&mut self, var: VarId) -> VarId {
        let copy = self.program.vars[var].clone();
        self.program.vars.alloc(copy)
    }

    /// Any expression.
    pub fn expr(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        let span = self.origin;
        self.program.exprs.alloc(Expr { kind, ty, span })
    }

    /// An integer constant.
    pub fn int(&mut self, value: i64) -> ExprId {
        // As C types what is written so.
        let ty = if i32::try_from(value).is_ok() { Type::INT } else { Type::LONG };
        self.expr(ExprKind::Int { value: i128::from(value), text: None }, ty)
    }

    /// The value of a variable.
    pub fn var(&mut self, var: VarId) -> ExprId {
        let ty = self.program.vars[var].ty;
        self.expr(ExprKind::Var(var), ty)
    }

    /// `threadIdx.x` and its like.
    pub fn grid(&mut self, query: GridQuery, axis: Axis) -> ExprId {
        self.expr(ExprKind::Grid(query, axis), Type::UINT)
    }

    /// The value of an expression that is plainly a constant.
    pub fn constant(&self, expr: ExprId) -> Option<i64> {
        match &self.program.exprs[expr].kind {
            ExprKind::Int { value, .. } => i64::try_from(*value).ok(),
            ExprKind::Cast { implicit: true, operand, .. } => {
                let value = self.constant(*operand)?;
                let format = const_eval::integer_format(self.program, self.program.exprs[expr].ty);
                format.is_none_or(|format| format.holds(i128::from(value))).then_some(value)
            }
            ExprKind::Unary { op: UnaryOp::Neg, operand } => match &self.program.exprs[*operand].kind {
                ExprKind::Int { value, .. } => i64::try_from(*value).ok()?.checked_neg(),
                _ => None,
            },
            _ => None,
        }
    }

    /// `lhs op rhs` without simplification; typed as the left operand, as
    /// generated arithmetic is all in one type.
    pub fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = match op {
            _ if op.is_truth() => Type::INT,
            BinaryOp::Shl | BinaryOp::Shr => self.program.exprs[lhs].ty.unqualified(),
            _ => self.common_type(lhs, rhs),
        };
        self.expr(ExprKind::Binary { op, lhs, rhs }, ty)
    }

    /// A variable's name as text; `value` where it has none.
    pub fn name_of(&self, var: VarId) -> String {
        match self.program.vars[var].name {
            Some(name) => self.sources.text(name).into_owned(),
            None => String::from("value"),
        }
    }

    /// The type that C computes in; pointers stay what they are.
    fn common_type(&self, lhs: ExprId, rhs: ExprId) -> Type {
        let (a, b) = (self.program.exprs[lhs].ty.unqualified(), self.program.exprs[rhs].ty.unqualified());
        usual_conversions::of_operands(self.program, a, b).unwrap_or(a)
    }

    /// `lhs + rhs`
    pub fn add(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.constant(lhs), self.constant(rhs)) {
            (Some(0), _) => rhs,
            (_, Some(0)) => lhs,
            (Some(a), Some(b)) if a.checked_add(b).is_some() => self.int(a + b),
            (None, Some(b)) => self.add_constant(lhs, b),
            (Some(_), None) => self.add(rhs, lhs),
            _ => self.add_terms(lhs, rhs),
        }
    }

    /// `lhs + (a + b)` is written `lhs + a + b`.
    fn add_terms(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match self.program.exprs[rhs].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs: first, rhs: second } => {
                let sum = self.add_terms(lhs, first);
                self.add(sum, second)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs: first, rhs: second } => {
                let sum = self.add_terms(lhs, first);
                self.sub(sum, second)
            }
            _ => self.binary(BinaryOp::Add, lhs, rhs),
        }
    }

    /// `-operand`
    fn negated(&mut self, operand: ExprId) -> ExprId {
        let ty = self.program.exprs[operand].ty;
        // What is narrower becomes an `int` first.
        match ty == Type::INT || ty == Type::LONG {
            true => self.expr(ExprKind::Unary { op: UnaryOp::Neg, operand }, ty),
            false => {
                let zero = self.int(0);
                self.binary(BinaryOp::Sub, zero, operand)
            }
        }
    }

    /// `lhs - rhs`
    pub fn sub(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.constant(lhs), self.constant(rhs)) {
            (_, Some(0)) => lhs,
            (Some(a), Some(b)) if a.checked_sub(b).is_some() => self.int(a - b),
            (None, Some(b)) if b != i64::MIN => self.add_constant(lhs, -b),
            (None, None) => self.sub_terms(lhs, rhs),
            _ => self.binary(BinaryOp::Sub, lhs, rhs),
        }
    }

    /// `last + 1 - first` is written `last - first + 1`, and `first + n - first` as `n`.
    fn sub_terms(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        let same_type = self.program.exprs[lhs].ty == self.program.exprs[rhs].ty;
        match self.program.exprs[lhs].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs: first, rhs: second } if same_type => {
                if self.is_same_variable(first, rhs) {
                    return second;
                }
                match self.constant(second) {
                    Some(_) => {
                        let difference = self.sub(first, rhs);
                        self.add(difference, second)
                    }
                    None => self.binary(BinaryOp::Sub, lhs, rhs),
                }
            }
            _ => self.binary(BinaryOp::Sub, lhs, rhs),
        }
    }

    fn is_same_variable(&self, a: ExprId, b: ExprId) -> bool {
        match (&self.program.exprs[a].kind, &self.program.exprs[b].kind) {
            (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
            _ => false,
        }
    }

    /// `lhs + amount`, where `lhs` may itself end in a constant: `n - 1 + 1`
    /// is `n`.
    fn add_constant(&mut self, lhs: ExprId, amount: i64) -> ExprId {
        let inner = match self.program.exprs[lhs].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => self.constant(rhs).map(|c| (lhs, c)),
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                self.constant(rhs).and_then(i64::checked_neg).map(|c| (lhs, c))
            }
            _ => None,
        };
        let (base, amount) = match inner {
            Some((base, before)) => match before.checked_add(amount) {
                Some(sum) => (base, sum),
                None => (lhs, amount),
            },
            None => (lhs, amount),
        };
        match amount {
            0 => base,
            i64::MIN..=-1 if amount != i64::MIN => {
                let positive = self.int(-amount);
                self.binary(BinaryOp::Sub, base, positive)
            }
            _ => {
                let positive = self.int(amount);
                self.binary(BinaryOp::Add, base, positive)
            }
        }
    }

    /// `lhs * rhs`
    pub fn mul(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.constant(lhs), self.constant(rhs)) {
            (Some(1), _) => rhs,
            (_, Some(1)) => lhs,
            (Some(0), _) => lhs,
            (_, Some(0)) => rhs,
            (Some(a), Some(b)) if a.checked_mul(b).is_some() => self.int(a * b),
            (Some(_), None) => self.binary(BinaryOp::Mul, rhs, lhs),
            _ => self.binary(BinaryOp::Mul, lhs, rhs),
        }
    }

    /// `lhs / rhs`, both not negative.
    pub fn div(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.constant(lhs), self.constant(rhs)) {
            (_, Some(1)) => lhs,
            (Some(a), Some(b)) if b > 0 => self.int(a / b),
            _ => self.binary(BinaryOp::Div, lhs, rhs),
        }
    }

    /// `lhs % rhs`, both not negative.
    pub fn rem(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.constant(lhs), self.constant(rhs)) {
            (_, Some(1)) => self.int(0),
            (Some(a), Some(b)) if b > 0 => self.int(a % b),
            _ => self.binary(BinaryOp::Rem, lhs, rhs),
        }
    }

    /// `2*a + b - c + 1` from values and what each counts for: positive terms first, the constant last, as a person
    /// would write it. `None` if a number does not fit.
    pub fn weighted_sum(&mut self, mut terms: Vec<(ExprId, i128)>, constant: i128) -> Option<ExprId> {
        terms.sort_by_key(|(_, factor)| *factor < 0);
        // Where everything is subtracted, it is subtracted from the constant, if there is one.
        let is_negative = terms.first().is_some_and(|(_, factor)| *factor < 0);
        let starts_with_constant = is_negative && constant != 0;
        let constant = self.int(i64::try_from(constant).ok()?);
        let mut sum: Option<ExprId> = starts_with_constant.then_some(constant);
        for (value, factor) in terms {
            let magnitude = self.int(i64::try_from(factor.checked_abs()?).ok()?);
            let scaled = self.mul(value, magnitude);
            sum = Some(match (sum, factor < 0) {
                (None, false) => scaled,
                (None, true) => self.negated(scaled),
                (Some(sum), false) => self.add(sum, scaled),
                (Some(sum), true) => self.sub(sum, scaled),
            });
        }
        Some(match sum {
            Some(sum) if starts_with_constant => sum,
            Some(sum) => self.add(sum, constant),
            None => constant,
        })
    }

    /// `(ty)operand`, or the operand if it has that type.
    pub fn cast(&mut self, operand: ExprId, ty: Type) -> ExprId {
        if self.program.types.strip(self.program.exprs[operand].ty).id == self.program.types.strip(ty).id {
            return operand;
        }
        self.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand }, ty)
    }

    /// All conditions together; `None` if there is none.
    pub fn all_of(&mut self, conditions: &[ExprId]) -> Option<ExprId> {
        let (first, rest) = conditions.split_first()?;
        Some(rest.iter().fold(*first, |all, next| self.binary(BinaryOp::And, all, *next)))
    }

    /// `base[i][j]…`
    pub fn index(&mut self, base: ExprId, subscripts: &[ExprId]) -> ExprId {
        subscripts.iter().fold(base, |base, &index| {
            let ty = self.program.exprs[base].ty;
            let element = self.program.types.pointee(ty).or_else(|| self.program.types.element(ty));
            self.expr(ExprKind::Index { base, index }, element.unwrap_or(Type::INT))
        })
    }

    /// `name(args)`; the function is known to the target.
    pub fn call(&mut self, name: &str, args: Vec<ExprId>, ty: Type) -> ExprId {
        let name = self.symbol(name);
        let span = self.origin;
        let function =
            self.program.functions.alloc(Function { builtin: true, ..Function::new(name, ty, span) });
        let callee = self.expr(ExprKind::Function(function), ty);
        self.expr(ExprKind::Call { callee, args }, ty)
    }

    /// A call like another one, of another function with more arguments.
    pub fn call_again(
        &mut self,
        call: ExprId,
        function: FunctionId,
        args: Vec<ExprId>,
        more: Vec<ExprId>,
    ) -> ExprId {
        let Expr { ty, span, .. } = self.program.exprs[call];
        let callee = self.expr(ExprKind::Function(function), self.program.functions[function].ty);
        let args = args.into_iter().chain(more).collect();
        self.program.exprs.alloc(Expr { kind: ExprKind::Call { callee, args }, ty, span })
    }

    /// Any statement.
    pub fn stmt(&mut self, kind: StmtKind) -> StmtId {
        let span = self.origin;
        self.program.stmts.alloc(Stmt { kind, span })
    }

    /// `T var = value;` or `T var;`
    pub fn declare(&mut self, var: VarId, value: Option<ExprId>) -> StmtId {
        self.program.vars[var].init = value.map(Init::Expr);
        let ty = self.program.vars[var].ty;
        let item = Item::Var { var, with_init: value.is_some(), is_extern: false, ty };
        self.stmt(StmtKind::Decl(vec![item]))
    }

    /// `lhs = rhs;`
    pub fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> StmtId {
        let ty = self.program.exprs[lhs].ty;
        let assign = self.expr(ExprKind::Assign { lhs, rhs }, ty);
        self.stmt(StmtKind::Expr(assign))
    }

    /// `{ … }`, or the statement itself when it is alone and declares nothing.
    pub fn block(&mut self, stmts: Vec<StmtId>) -> StmtId {
        match stmts.as_slice() {
            [only] if !matches!(self.program.stmts[*only].kind, StmtKind::Decl(_) | StmtKind::Comment(_)) => {
                *only
            }
            _ => self.stmt(StmtKind::Block(stmts)),
        }
    }

    /// `if (cond) { … }`
    pub fn if_then(&mut self, cond: ExprId, then: Vec<StmtId>) -> StmtId {
        let then = self.block(then);
        self.stmt(StmtKind::If { cond, then, otherwise: None })
    }

    /// `for (T var = first; var < end; var += step)`; `>` and `-=` for a
    /// negative constant step.
    pub fn count(
        &mut self,
        var: VarId,
        first: ExprId,
        end: ExprId,
        step: ExprId,
        upwards: bool,
        body: Vec<StmtId>,
    ) -> StmtId {
        let init = Some(self.declare(var, Some(first)));
        let op = if upwards { BinaryOp::Lt } else { BinaryOp::Gt };
        let index = self.var(var);
        let cond = Some(self.binary(op, index, end));
        let step = Some(self.advance(var, step));
        let body = self.block(body);
        self.stmt(StmtKind::For { init, cond, step, body })
    }

    /// `var++`, `var--`, `var += step` or `var -= step`.
    pub fn advance(&mut self, var: VarId, step: ExprId) -> ExprId {
        let ty = self.program.vars[var].ty;
        let lhs = self.var(var);
        match self.constant(step) {
            Some(1) => self.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand: lhs }, ty),
            Some(-1) => self.expr(ExprKind::IncDec { op: IncDec::Dec, prefix: false, operand: lhs }, ty),
            Some(down) if down < 0 => {
                let rhs = self.int(-down);
                self.expr(ExprKind::AssignOp { op: BinaryOp::Sub, lhs, rhs, compute: ty }, ty)
            }
            _ => {
                let (op, rhs) = match self.program.exprs[step].kind {
                    ExprKind::Unary { op: UnaryOp::Neg, operand } => (BinaryOp::Sub, operand),
                    _ => (BinaryOp::Add, step),
                };
                self.expr(ExprKind::AssignOp { op, lhs, rhs, compute: ty }, ty)
            }
        }
    }
}
