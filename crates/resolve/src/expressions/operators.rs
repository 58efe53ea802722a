//! Operators: what they accept and what they yield (C17 6.5.3 to 6.5.15).
//!
//! Binary operators of equal precedence make trees that are as deep as the
//! expression is long, on the left; [`Resolver::binary_chain`] walks them with
//! a list, so that a sum of a hundred thousand terms is no deeper than one of
//! two.

use diagnostics::Diagnostic;
use diagnostics::codes::{INCOMPLETE_TYPE, INVALID_OPERANDS, POINTER_COMPARISON};
use hir::{BinaryOp, BuiltinType, ExprId, ExprKind, Span, Type, TypeKind, UnaryOp};
use syntax::ast;

use crate::cuda;
use crate::open_cl;
use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `a op b op c …`, from the innermost left operand outwards.
    pub(crate) fn binary_chain(&mut self, id: ast::ExprId) -> ExprId {
        let ast = self.ast;
        let mut chain = Vec::new();
        let mut leftmost = id;
        while let ast::ExprKind::Binary { op, lhs, rhs } = ast.exprs[leftmost].kind {
            chain.push((op, rhs, ast.exprs[leftmost].span));
            leftmost = lhs;
        }
        chain.reverse();
        if self.options.cuda
            && let Some(sent) = cuda::stream_chain(self, leftmost, &chain, ast.exprs[id].span)
        {
            return sent;
        }
        let mut value = self.rvalue(leftmost);
        for (op, rhs, span) in chain {
            let rhs = self.rvalue(rhs);
            value = self.binary(op, value, rhs, span);
        }
        value
    }

    /// A binary operator on two values.
    pub(crate) fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        if op == BinaryOp::Comma {
            let ty = self.value_type(self.ty(rhs));
            return self.make(ExprKind::Binary { op, lhs, rhs }, ty, span);
        }
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error_expr(span);
        }
        if let Some(call) = cuda::operator_call(self, op.text(), &[lhs, rhs], span) {
            return call;
        }
        let (lhs, rhs) = (cuda::as_number(self, lhs), cuda::as_number(self, rhs));
        let result = match op {
            BinaryOp::And | BinaryOp::Or => self.logical(op, lhs, rhs, span),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, lhs, rhs, span),
            BinaryOp::Add | BinaryOp::Sub => self.additive(op, lhs, rhs, span),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => {
                self.comparison(op, lhs, rhs, span)
            }
            BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::BitAnd
            | BinaryOp::BitXor
            | BinaryOp::BitOr => self.arithmetic(op, lhs, rhs, span),
            BinaryOp::Comma => None,
        };
        result.unwrap_or_else(|| {
            self.report(invalid_operands(self, op.text(), lhs, rhs, span));
            self.error_expr(span)
        })
    }

    fn logical(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ExprId> {
        let scalar = |expr| self.program.types.is_scalar(self.ty(expr));
        if !scalar(lhs) || !scalar(rhs) {
            return None;
        }
        Some(self.make(ExprKind::Binary { op, lhs, rhs }, Type::INT, span))
    }

    fn shift(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ExprId> {
        if self.is_vector(lhs) || self.is_vector(rhs) {
            return self.vector_operation(op, lhs, rhs, span);
        }
        let integer = |expr| self.program.types.is_integer(self.ty(expr));
        if !integer(lhs) || !integer(rhs) {
            return None;
        }
        let (lhs, rhs) = (self.promote(lhs), self.promote(rhs));
        let ty = self.promoted_type(lhs);
        Some(self.make(ExprKind::Binary { op, lhs, rhs }, ty, span))
    }

    /// `*`, `/`, and the operators of integers alone.
    fn arithmetic(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ExprId> {
        if self.is_vector(lhs) || self.is_vector(rhs) {
            return self.vector_operation(op, lhs, rhs, span);
        }
        let integers_only = !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
        let integer = |expr| self.program.types.is_integer(self.ty(expr));
        if integers_only && !(integer(lhs) && integer(rhs)) {
            return None;
        }
        let ty = self.common_type(lhs, rhs)?;
        let (lhs, rhs) = (self.convert(lhs, ty), self.convert(rhs, ty));
        Some(self.make(ExprKind::Binary { op, lhs, rhs }, ty, span))
    }

    /// `+` and `-`, which also work on pointers.
    fn additive(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ExprId> {
        let types = &self.program.types;
        let (tl, tr) = (self.ty(lhs), self.ty(rhs));
        let (pl, pr) = (types.pointee(tl), types.pointee(tr));
        let ty = match (pl, pr) {
            (None, None) => return self.arithmetic(op, lhs, rhs, span),
            (Some(target), None) if types.is_integer(tr) => {
                self.check_arithmetic_target(target, lhs)?;
                self.value_type(tl)
            }
            (None, Some(target)) if types.is_integer(tl) && op == BinaryOp::Add => {
                self.check_arithmetic_target(target, rhs)?;
                self.value_type(tr)
            }
            (Some(a), Some(b)) if op == BinaryOp::Sub && self.compatible_unqualified(a, b) => {
                self.check_arithmetic_target(a, lhs)?;
                Type::LONG
            }
            _ => return None,
        };
        Some(self.make(ExprKind::Binary { op, lhs, rhs }, ty, span))
    }

    /// Pointer arithmetic needs to know how far apart elements are. Reports if
    /// not; `None` only for what no message fits better than "these operands".
    pub(crate) fn check_arithmetic_target(&mut self, target: Type, pointer: ExprId) -> Option<()> {
        let incomplete = match self.kind(target) {
            TypeKind::Record(record) => self.program.records[*record].fields.is_none(),
            TypeKind::Enum(def) => self.program.enums[*def].enumerators.is_none(),
            TypeKind::Array(_, hir::ArrayLen::Unknown) => true,
            _ => false,
        };
        if incomplete {
            let target = type_text(self.program, self.sources, target);
            let message = format!("the size of `{target}` is not known, so pointers to it cannot be moved");
            self.report(Diagnostic::new(&INCOMPLETE_TYPE, self.span(pointer), message));
        }
        Some(())
    }

    fn comparison(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ExprId> {
        if self.is_vector(lhs) || self.is_vector(rhs) {
            return self.vector_operation(op, lhs, rhs, span);
        }
        let types = &self.program.types;
        let (tl, tr) = (self.ty(lhs), self.ty(rhs));
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let (lhs, rhs) = match (types.pointee(tl), types.pointee(tr)) {
            (None, None) => {
                let complex = |ty| matches!(self.kind(ty), TypeKind::Complex(_));
                if !equality && (complex(tl) || complex(tr)) {
                    return None;
                }
                let ty = self.common_type(lhs, rhs)?;
                (self.convert(lhs, ty), self.convert(rhs, ty))
            }
            (Some(a), Some(b)) => {
                self.check_compared_pointers(lhs, rhs, a, b, span);
                (lhs, self.convert(rhs, tl))
            }
            (Some(_), None) if types.is_integer(tr) => {
                self.check_compared_integer(rhs, span);
                (lhs, self.convert(rhs, tl))
            }
            (None, Some(_)) if types.is_integer(tl) => {
                self.check_compared_integer(lhs, span);
                (self.convert(lhs, tr), rhs)
            }
            _ => return None,
        };
        Some(self.make(ExprKind::Binary { op, lhs, rhs }, Type::INT, span))
    }

    fn check_compared_pointers(&mut self, lhs: ExprId, rhs: ExprId, a: Type, b: Type, span: Span) {
        let types = &self.program.types;
        let related = types.is_void(a)
            || types.is_void(b)
            || self.compatible_unqualified(a, b)
            || self.is_null_constant(lhs)
            || self.is_null_constant(rhs);
        if !related {
            self.report(compared_pointers(self, lhs, rhs, span));
        }
    }

    fn check_compared_integer(&mut self, integer: ExprId, span: Span) {
        if !self.is_null_constant(integer) {
            let message = "a pointer is compared with an integer";
            self.report(Diagnostic::new(&POINTER_COMPARISON, span, message));
        }
    }

    fn is_vector(&self, expr: ExprId) -> bool {
        matches!(self.kind(self.ty(expr)), TypeKind::Vector(..))
    }

    /// GNU vectors: element by element; a scalar operand is spread first.
    fn vector_operation(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> Option<ExprId> {
        let ty = self.value_type(self.ty(if self.is_vector(lhs) { lhs } else { rhs }));
        let TypeKind::Vector(_, lanes) = *self.kind(ty) else { return None };
        for operand in [lhs, rhs] {
            let fits = match *self.kind(self.ty(operand)) {
                TypeKind::Vector(_, other) => other == lanes,
                _ => self.program.types.is_arithmetic(self.ty(operand)),
            };
            if !fits {
                return None;
            }
        }
        let (lhs, rhs) = (self.convert(lhs, ty), self.convert(rhs, ty));
        let comparison = matches!(
            op,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge
        );
        let result = if comparison { self.mask_type(ty)? } else { ty };
        Some(self.make(ExprKind::Binary { op, lhs, rhs }, result, span))
    }

    /// The type of a comparison of vectors: signed integers of the same width.
    fn mask_type(&mut self, ty: Type) -> Option<Type> {
        let TypeKind::Vector(element, lanes) = *self.kind(ty) else { return None };
        let lane = match self.program.size_of(element)? {
            1 => BuiltinType::SChar,
            2 => BuiltinType::Short,
            4 => BuiltinType::Int,
            _ => BuiltinType::Long,
        };
        Some(self.program.types.intern(TypeKind::Vector(Type::builtin(lane), lanes)))
    }

    /// Prefix operators.
    pub(crate) fn unary(&mut self, op: ast::UnaryOp, operand: ast::ExprId, span: Span) -> ExprId {
        match op {
            ast::UnaryOp::Deref => self.deref(operand, span),
            ast::UnaryOp::AddrOf => self.address_of(operand, span),
            ast::UnaryOp::PreInc => self.inc_dec(hir::IncDec::Inc, true, operand, span),
            ast::UnaryOp::PreDec => self.inc_dec(hir::IncDec::Dec, true, operand, span),
            ast::UnaryOp::Extension => self.expr(operand),
            ast::UnaryOp::Plus => self.arithmetic_unary(UnaryOp::Plus, "+", operand, span),
            ast::UnaryOp::Neg => self.arithmetic_unary(UnaryOp::Neg, "-", operand, span),
            ast::UnaryOp::BitNot => self.arithmetic_unary(UnaryOp::BitNot, "~", operand, span),
            ast::UnaryOp::Not => {
                let operand = self.rvalue(operand);
                if let Some(call) = cuda::operator_call(self, "!", &[operand], span) {
                    return call;
                }
                let operand = cuda::as_number(self, operand);
                if !self.check_condition(operand, "!") {
                    return self.error_expr(span);
                }
                self.make(ExprKind::Unary { op: UnaryOp::Not, operand }, Type::INT, span)
            }
            ast::UnaryOp::Real => self.complex_part(UnaryOp::Real, "__real__", operand, span),
            ast::UnaryOp::Imag => self.complex_part(UnaryOp::Imag, "__imag__", operand, span),
        }
    }

    fn arithmetic_unary(&mut self, op: UnaryOp, text: &str, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.rvalue(operand);
        if self.is_error(operand) {
            return self.error_expr(span);
        }
        if let Some(call) = cuda::operator_call(self, text, &[operand], span) {
            return call;
        }
        let operand = cuda::as_number(self, operand);
        let ty = self.ty(operand);
        let types = &self.program.types;
        let accepted = match op {
            UnaryOp::BitNot => types.is_integer(ty) || matches!(types.stripped(ty), TypeKind::Complex(_)),
            _ => types.is_arithmetic(ty),
        };
        if !accepted && !self.is_vector(operand) {
            self.report(invalid_operand(self, text, operand, span));
            return self.error_expr(span);
        }
        let operand = self.promote(operand);
        let ty = self.promoted_type(operand);
        self.make(ExprKind::Unary { op, operand }, ty, span)
    }

    fn complex_part(&mut self, op: UnaryOp, text: &str, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.expr(operand);
        if self.is_error(operand) {
            return self.error_expr(span);
        }
        let ty = match self.kind(self.ty(operand)) {
            TypeKind::Complex(part) => Type::builtin(*part),
            _ if self.program.types.is_arithmetic(self.ty(operand)) => self.value_type(self.ty(operand)),
            _ => {
                self.report(invalid_operand(self, text, operand, span));
                return self.error_expr(span);
            }
        };
        self.make(ExprKind::Unary { op, operand }, ty, span)
    }

    /// `*pointer`
    fn deref(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let pointer = self.rvalue(operand);
        self.deref_value(pointer, span)
    }

    /// The object a pointer value points to.
    pub(crate) fn deref_value(&mut self, pointer: ExprId, span: Span) -> ExprId {
        if self.is_error(pointer) {
            return self.error_expr(span);
        }
        match self.program.types.pointee(self.ty(pointer)) {
            Some(target) => self.make(ExprKind::Deref(pointer), target, span),
            None => {
                self.report(not_a_pointer(self, pointer, span));
                self.error_expr(span)
            }
        }
    }

    /// `base[index]`; `2[a]` is turned round.
    pub(crate) fn index(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> ExprId {
        let base = self.expr(base);
        let index = self.rvalue(index);
        if self.is_error(base) || self.is_error(index) {
            return self.error_expr(span);
        }
        if let Some(call) = cuda::operator_call(self, "[]", &[base, index], span) {
            return call;
        }
        if let TypeKind::Vector(element, _) = *self.kind(self.ty(base)) {
            let quals = self.program.types.strip(self.ty(base)).quals;
            return self.make(ExprKind::Index { base, index }, element.qualified(quals), span);
        }
        let base = self.decay(base);
        let types = &self.program.types;
        let (base, index) = if types.is_pointer(self.ty(index)) && types.is_integer(self.ty(base)) {
            (index, base)
        } else {
            (base, index)
        };
        let Some(element) = types.pointee(self.ty(base)) else {
            self.report(not_indexable(self, base, span));
            return self.error_expr(span);
        };
        if !types.is_integer(self.ty(index)) {
            self.report(bad_index(self, index));
            return self.error_expr(span);
        }
        if types.is_function(element) || types.is_void(element) {
            self.report(not_indexable(self, base, span));
            return self.error_expr(span);
        }
        let _ = self.check_arithmetic_target(element, base);
        self.make(ExprKind::Index { base, index }, element, span)
    }

    /// Reports and answers false unless the value can be a condition.
    pub(crate) fn check_condition(&mut self, value: ExprId, what: &str) -> bool {
        if self.is_error(value) {
            return false;
        }
        if self.program.types.is_scalar(self.ty(value)) || (what == "!" && self.is_vector(value)) {
            return true;
        }
        self.report(not_a_condition(self, value, what));
        false
    }

    /// `cond ? then : otherwise`
    pub(crate) fn conditional(
        &mut self,
        cond: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let cond = self.rvalue(cond);
        if let (true, Some(then)) = (self.options.open_cl, then)
            && !self.program.types.is_scalar(self.ty(cond))
        {
            let (a, b) = (self.rvalue(then), self.rvalue(otherwise));
            if let Some(selected) = open_cl::select_lanes(self, cond, (a, b), span) {
                return selected;
            }
        }
        let cond = cuda::as_number(self, cond);
        let usable = self.check_condition(cond, "?:");
        let then_value = then.map(|then| self.rvalue(then));
        let otherwise = self.rvalue(otherwise);
        let first = then_value.unwrap_or(cond);
        if !usable || self.is_error(first) || self.is_error(otherwise) {
            return self.error_expr(span);
        }
        let Some(ty) = self.conditional_type(first, otherwise, span) else {
            self.report(invalid_operands(self, "?:", first, otherwise, span));
            return self.error_expr(span);
        };
        let then = then_value.map(|value| self.convert(value, ty));
        let otherwise = self.convert(otherwise, ty);
        self.make(ExprKind::Conditional { cond, then, otherwise }, ty, span)
    }

    /// The type both results of a conditional are converted to.
    fn conditional_type(&mut self, a: ExprId, b: ExprId, span: Span) -> Option<Type> {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let types = &self.program.types;
        if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            return self.common_type(a, b);
        }
        if types.is_void(ta) || types.is_void(tb) {
            return Some(Type::VOID);
        }
        match (types.pointee(ta), types.pointee(tb)) {
            (Some(pa), Some(pb)) => Some(self.merged_pointer(a, pa, b, pb, span)),
            (Some(_), None) if types.is_integer(tb) => {
                self.check_compared_integer(b, span);
                Some(self.value_type(ta))
            }
            (None, Some(_)) if types.is_integer(ta) => {
                self.check_compared_integer(a, span);
                Some(self.value_type(tb))
            }
            (None, None) if self.compatible_unqualified(ta, tb) => Some(self.value_type(ta)),
            _ => None,
        }
    }

    fn merged_pointer(&mut self, a: ExprId, pa: Type, b: ExprId, pb: Type, span: Span) -> Type {
        let types = &self.program.types;
        let quals = types.strip(pa).quals.with(types.strip(pb).quals);
        let target = if self.is_null_constant(a) {
            return self.value_type(self.ty(b));
        } else if self.is_null_constant(b) {
            return self.value_type(self.ty(a));
        } else if self.compatible_unqualified(pa, pb) {
            self.composite(pa, pb)
        } else {
            if !types.is_void(pa) && !types.is_void(pb) {
                self.report(compared_pointers(self, a, b, span));
            }
            Type::VOID
        };
        self.program.types.pointer_to(target.qualified(quals))
    }
}

fn text(resolver: &Resolver<'_>, expr: ExprId) -> String {
    type_text(resolver.program, resolver.sources, resolver.ty(expr))
}

pub(crate) fn invalid_operands(
    resolver: &Resolver<'_>,
    op: &str,
    lhs: ExprId,
    rhs: ExprId,
    span: Span,
) -> Diagnostic {
    let (l, r) = (text(resolver, lhs), text(resolver, rhs));
    Diagnostic::new(&INVALID_OPERANDS, span, format!("`{op}` does not work on `{l}` and `{r}`"))
        .related(resolver.span(lhs), format!("this is `{l}`"))
        .related(resolver.span(rhs), format!("this is `{r}`"))
}

pub(crate) fn invalid_operand(resolver: &Resolver<'_>, op: &str, operand: ExprId, span: Span) -> Diagnostic {
    let message = format!("`{op}` does not work on `{}`", text(resolver, operand));
    Diagnostic::new(&INVALID_OPERANDS, span, message)
}

fn not_a_pointer(resolver: &Resolver<'_>, operand: ExprId, span: Span) -> Diagnostic {
    let message = format!("`*` needs a pointer, but this is `{}`", text(resolver, operand));
    Diagnostic::new(&INVALID_OPERANDS, span, message)
}

fn not_indexable(resolver: &Resolver<'_>, base: ExprId, span: Span) -> Diagnostic {
    let message =
        format!("`[]` needs an array or a pointer to objects, but this is `{}`", text(resolver, base));
    Diagnostic::new(&INVALID_OPERANDS, span, message)
}

fn bad_index(resolver: &Resolver<'_>, index: ExprId) -> Diagnostic {
    let message = format!("an array index must be an integer, but this is `{}`", text(resolver, index));
    Diagnostic::new(&INVALID_OPERANDS, resolver.span(index), message)
}

fn not_a_condition(resolver: &Resolver<'_>, value: ExprId, what: &str) -> Diagnostic {
    let message = format!("`{what}` needs a number or a pointer, but this is `{}`", text(resolver, value));
    Diagnostic::new(&INVALID_OPERANDS, resolver.span(value), message)
}

fn compared_pointers(resolver: &Resolver<'_>, lhs: ExprId, rhs: ExprId, span: Span) -> Diagnostic {
    let (l, r) = (text(resolver, lhs), text(resolver, rhs));
    Diagnostic::new(&POINTER_COMPARISON, span, format!("`{l}` and `{r}` point to different types"))
}
