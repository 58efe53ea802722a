//! Assignment, `++`/`--` and `&`: operators that need an object.

use diagnostics::Diagnostic;
use diagnostics::codes::{ASSIGN_TO_CONST, INVALID_BIT_FIELD, INVALID_OPERANDS, NOT_AN_LVALUE};
use hir::{BinaryOp, CastKind, ExprId, ExprKind, IncDec, RecordId, Span, Type, TypeKind, VarId};
use syntax::ast;

use crate::conversions::Purpose;
use crate::cuda;
use crate::expressions::operators::{invalid_operand, invalid_operands};
use crate::open_cl;
use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `lhs = rhs` and `lhs op= rhs`
    pub(crate) fn assign(
        &mut self,
        op: Option<BinaryOp>,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> ExprId {
        if self.options.open_cl
            && let Some(assigned) = open_cl::assign(self, op, lhs, rhs, span)
        {
            return assigned;
        }
        let lhs = self.expr(lhs);
        let rhs = self.rvalue(rhs);
        if self.is_error(lhs) || !self.check_modifiable(lhs, "=") || self.is_error(rhs) {
            return self.error_expr(span);
        }
        let text = op.map_or("", |op| op.text());
        if let Some(call) = cuda::operator_call(self, &format!("{text}="), &[lhs, rhs], span) {
            return call;
        }
        let ty = self.value_type(self.ty(lhs));
        let is_record = |expr| self.program.types.as_record(self.ty(expr)).is_some();
        let is_of_number = op.is_some() && !is_record(lhs);
        let rhs = if is_of_number { cuda::as_number(self, rhs) } else { rhs };
        let is_record = |expr| self.program.types.as_record(self.ty(expr)).is_some();
        if op.is_some() && (is_record(lhs) || is_record(rhs)) {
            self.report(invalid_operands(self, &format!("{text}="), lhs, rhs, span));
            return self.error_expr(span);
        }
        match op {
            None => {
                let rhs = self.assign_convert(rhs, ty, &Purpose::Assign);
                self.make(ExprKind::Assign { lhs, rhs }, ty, span)
            }
            Some(op) => self.assign_op(op, lhs, rhs, ty, span),
        }
    }

    fn assign_op(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: Type, span: Span) -> ExprId {
        let types = &self.program.types;
        if let Some(target) = types.pointee(ty) {
            let moves = matches!(op, BinaryOp::Add | BinaryOp::Sub) && types.is_integer(self.ty(rhs));
            if !moves {
                self.report(invalid_operands(self, &format!("{}=", op.text()), lhs, rhs, span));
                return self.error_expr(span);
            }
            let _ = self.check_arithmetic_target(target, lhs);
            return self.make(ExprKind::AssignOp { op, lhs, rhs, compute: ty }, ty, span);
        }
        // The operator is checked as if written out; what it made of its
        // right operand is what is kept.
        let errors = self.sink.error_count();
        let computed = self.binary(op, lhs, rhs, span);
        if self.sink.error_count() > errors || self.is_error(computed) {
            return self.error_expr(span);
        }
        let compute = self.ty(computed);
        let rhs = match self.program.exprs[computed].kind {
            ExprKind::Binary { rhs, .. } => rhs,
            _ => rhs,
        };
        if self.program.types.is_pointer(compute) {
            // `integer += pointer`
            self.report(invalid_operands(self, &format!("{}=", op.text()), lhs, rhs, span));
            return self.error_expr(span);
        }
        self.make(ExprKind::AssignOp { op, lhs, rhs, compute }, ty, span)
    }

    /// `++e`, `e++`, `--e`, `e--`
    pub(crate) fn inc_dec(&mut self, op: IncDec, prefix: bool, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.expr(operand);
        let text = if op == IncDec::Inc { "++" } else { "--" };
        if self.is_error(operand) || !self.check_modifiable(operand, text) {
            return self.error_expr(span);
        }
        let ty = self.value_type(self.ty(operand));
        if let Some(target) = self.program.types.pointee(ty) {
            let _ = self.check_arithmetic_target(target, operand);
        } else if !self.program.types.is_arithmetic(ty) && !matches!(self.kind(ty), TypeKind::Vector(..)) {
            self.report(invalid_operand(self, text, operand, span));
            return self.error_expr(span);
        }
        self.make(ExprKind::IncDec { op, prefix, operand }, ty, span)
    }

    /// `&operand`
    pub(crate) fn address_of(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.expr(operand);
        if self.is_error(operand) {
            return self.error_expr(span);
        }
        let ty = self.ty(operand);
        let is_function = self.program.types.is_function(ty);
        if !is_function && !self.is_lvalue(operand) {
            self.report(no_address(self, operand, span));
            return self.error_expr(span);
        }
        if self.bit_field_width(operand).is_some() {
            let message = "a bit-field has no address";
            self.report(Diagnostic::new(&INVALID_BIT_FIELD, span, message));
            return self.error_expr(span);
        }
        if let ExprKind::Var(var) = self.program.exprs[operand].kind
            && self.program.vars[var].register
            && !self.options.cuda
        {
            self.report(address_of_register(self, var, span));
        }
        let pointer = self.program.types.pointer_to(ty);
        self.make(ExprKind::AddrOf(operand), pointer, span)
    }

    /// Reports and answers false unless the expression is an object that may
    /// be modified.
    pub(crate) fn check_modifiable(&mut self, expr: ExprId, op: &str) -> bool {
        if !self.is_lvalue(expr) {
            self.report(not_an_object(self, expr, op));
            return false;
        }
        let ty = self.ty(expr);
        let types = &self.program.types;
        if types.is_array(ty) || types.is_void(ty) || types.is_function(ty) {
            self.report(not_assignable_type(self, expr, op));
            return false;
        }
        let stripped = types.strip(ty);
        let const_member = types.as_record(ty).and_then(|record| self.constant_member(record));
        if stripped.is_const() || const_member.is_some() {
            self.report(modified_constant(self, expr, op, const_member));
            return false;
        }
        true
    }

    /// A member, at any depth, that is constant and so forbids assigning the
    /// whole record.
    fn constant_member(&self, record: RecordId) -> Option<hir::Symbol> {
        let fields = self.program.records[record].fields.as_ref()?;
        fields.iter().find_map(|field| {
            let mut ty = self.program.types.strip(field.ty);
            while let Some(element) = self.program.types.element(ty) {
                ty = self.program.types.strip(element);
            }
            match self.program.types.as_record(ty) {
                _ if ty.is_const() => field.name,
                Some(inner) => self.constant_member(inner),
                None => None,
            }
        })
    }

    /// The variable an object is (part of).
    fn root_variable(&self, expr: ExprId) -> Option<VarId> {
        let mut expr = expr;
        loop {
            match self.program.exprs[expr].kind {
                ExprKind::Var(var) => return Some(var),
                ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => expr = base,
                ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => expr = operand,
                _ => return None,
            }
        }
    }
}

fn not_an_object(resolver: &Resolver<'_>, expr: ExprId, op: &str) -> Diagnostic {
    let message = match op {
        "=" => "the left side of an assignment must be an object, but this is only a value".to_string(),
        _ => format!("`{op}` needs an object, but this is only a value"),
    };
    let diagnostic = Diagnostic::new(&NOT_AN_LVALUE, resolver.span(expr), message);
    match resolver.program.exprs[expr].kind {
        ExprKind::Enumerator(id) => {
            let declared = resolver.program.enumerators[id].span;
            diagnostic.related(declared, "an enumerator, a constant")
        }
        ExprKind::Cast { implicit: false, .. } => diagnostic.note("the result of a cast is a value"),
        _ => diagnostic,
    }
}

fn not_assignable_type(resolver: &Resolver<'_>, expr: ExprId, op: &str) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, resolver.ty(expr));
    let message = format!("`{op}` does not work on `{ty}` as a whole");
    let diagnostic = Diagnostic::new(&INVALID_OPERANDS, resolver.span(expr), message);
    if resolver.program.types.is_array(resolver.ty(expr)) {
        return diagnostic.help("assign its elements in a loop, or copy it with `memcpy`");
    }
    diagnostic
}

fn modified_constant(
    resolver: &Resolver<'_>,
    expr: ExprId,
    op: &str,
    member: Option<hir::Symbol>,
) -> Diagnostic {
    let change = if op == "=" { "assigned" } else { "modified" };
    let message = match member {
        Some(member) => format!("this cannot be {change}: its member `{}` is `const`", resolver.text(member)),
        None => format!("this cannot be {change}: it is `const`"),
    };
    let diagnostic = Diagnostic::new(&ASSIGN_TO_CONST, resolver.span(expr), message);
    match resolver.root_variable(expr).map(|var| resolver.program.vars[var].span) {
        Some(declared) if !declared.is_builtin() => diagnostic.related(declared, "declared here"),
        _ => diagnostic,
    }
}

fn no_address(resolver: &Resolver<'_>, operand: ExprId, span: Span) -> Diagnostic {
    Diagnostic::new(&NOT_AN_LVALUE, span, "`&` needs an object or a function, but this is only a value")
        .related(resolver.span(operand), "a value without a place")
}

fn address_of_register(resolver: &Resolver<'_>, var: VarId, span: Span) -> Diagnostic {
    let message = "the address of a `register` variable cannot be taken";
    Diagnostic::new(&NOT_AN_LVALUE, span, message).related(resolver.program.vars[var].span, "declared here")
}
