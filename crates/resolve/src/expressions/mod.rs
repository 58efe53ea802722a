//! Expressions: from what was written to typed nodes.
//!
//! [`Resolver::expr`] leaves lvalues alone; whoever needs a value asks for
//! [`Resolver::rvalue`], which decays arrays and functions. One file per
//! family: `constants`, `names`, `operators`, `assignments`, `calls`,
//! `builtins`, `members`, `casts`, `generic`, `measures`.

mod assignments;
mod atomics;
mod builtins;
mod calls;
mod casts;
mod characters;
mod folding;
mod generic;
pub(crate) mod library;
mod library_tables;
mod measures;
pub(crate) mod members;
mod names;
mod numbers;
mod operators;
mod special_builtins;

use hir::{ExprId, ExprKind, Type, TypeKind};
use syntax::ast;

use crate::cuda;
use crate::resolver::Resolver;

impl Resolver<'_> {
    /// Resolves an expression. Never fails: a mistake is reported and becomes
    /// an expression of the error type.
    pub(crate) fn expr(&mut self, id: ast::ExprId) -> ExprId {
        let ast = self.ast;
        let node = &ast.exprs[id];
        let span = node.span;
        match &node.kind {
            ast::ExprKind::Ident(name) => self.name_expr(*name, span),
            ast::ExprKind::Number(text) => self.number(*text, span),
            ast::ExprKind::Char(text) => self.character(*text, span),
            ast::ExprKind::String(pieces) => self.string(pieces, span),
            ast::ExprKind::Paren(inner) => self.expr(*inner),
            ast::ExprKind::Unary { op, operand } => self.unary(*op, *operand, span),
            ast::ExprKind::Postfix { op, operand } => self.inc_dec(*op, false, *operand, span),
            ast::ExprKind::Binary { .. } => self.binary_chain(id),
            ast::ExprKind::Assign { op, lhs, rhs } => self.assign(*op, *lhs, *rhs, span),
            ast::ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional(*cond, *then, *otherwise, span)
            }
            ast::ExprKind::Cast { ty, operand } => self.cast(*ty, *operand, span),
            ast::ExprKind::CompoundLiteral { ty, init } => self.compound_literal(*ty, init, span),
            ast::ExprKind::Call { callee, args } => self.call(*callee, args, span),
            ast::ExprKind::Launch { callee, config, args } => cuda::launch(self, span, *callee, config, args),
            ast::ExprKind::Index { base, index } => self.index(*base, *index, span),
            ast::ExprKind::Member { base, field, arrow } => self.member(*base, *field, *arrow, span),
            ast::ExprKind::SizeofExpr(_)
            | ast::ExprKind::SizeofType(_)
            | ast::ExprKind::AlignofExpr(_)
            | ast::ExprKind::AlignofType(_) => self.measure(&node.kind, span),
            ast::ExprKind::Offsetof { ty, path } => self.offsetof(*ty, path, span),
            ast::ExprKind::Generic { control, assocs } => self.generic(*control, assocs, span),
            ast::ExprKind::TypesCompatible(a, b) => self.types_compatible(*a, *b, span),
            ast::ExprKind::ChooseExpr(cond, a, b) => self.choose_expr(*cond, *a, *b),
            ast::ExprKind::Tgmath(list) => self.tgmath(list, span),
            ast::ExprKind::StmtExpr(body) => self.statement_expression(*body, span),
            ast::ExprKind::VaArg { list, ty } => self.va_arg(*list, *ty, span),
            ast::ExprKind::ConvertVector(operand, ty) => self.convert_vector(*operand, *ty, span),
            ast::ExprKind::LabelAddress(name) => self.label_address(*name, span),
            ast::ExprKind::Construct { ty, args } => {
                let ty = self.type_name(*ty);
                let args = args.iter().map(|&arg| self.rvalue(arg)).collect();
                cuda::construct(self, span, ty, args)
            }
            ast::ExprKind::TemplateId { .. } => cuda::template_value(self, id),
            ast::ExprKind::OfType { ty, name, .. } => cuda::value_of_type(self, *ty, *name, span),
            ast::ExprKind::MemberTemplate { base, field, arrow, .. } => {
                self.member(*base, *field, *arrow, span)
            }
            ast::ExprKind::Error => self.error_expr(span),
        }
    }

    /// `({ … })`: its value is that of the last statement, if an expression.
    fn statement_expression(&mut self, body: ast::StmtId, span: hir::Span) -> ExprId {
        if self.function.is_none() {
            self.report(statement_outside_function(span));
            return self.error_expr(span);
        }
        let body = self.statement(body);
        let last = match &self.program.stmts[body].kind {
            hir::StmtKind::Block(stmts) => stmts.last().copied(),
            _ => None,
        };
        let value = last.and_then(|stmt| self.statement_value(stmt));
        let ty = value.map_or(Type::VOID, |value| self.value_type(self.ty(value)));
        self.program.has_stmt_exprs = true;
        self.make(ExprKind::StmtExpr(body), ty, span)
    }

    /// The expression a statement ends in; decayed in place, because the value
    /// leaves the block.
    fn statement_value(&mut self, stmt: hir::StmtId) -> Option<ExprId> {
        let mut stmt = stmt;
        while let hir::StmtKind::Label { body, .. } = self.program.stmts[stmt].kind {
            stmt = body;
        }
        let hir::StmtKind::Expr(value) = self.program.stmts[stmt].kind else { return None };
        let value = self.decay(value);
        self.program.stmts[stmt].kind = hir::StmtKind::Expr(value);
        Some(value)
    }

    /// `&&label`, a `void *`.
    fn label_address(&mut self, name: ast::Ident, span: hir::Span) -> ExprId {
        let ty = self.program.types.pointer_to(Type::VOID);
        match self.label(name.symbol, name.span) {
            Some(label) => self.make(ExprKind::LabelAddress(label), ty, span),
            None => {
                self.report(statement_outside_function(span));
                self.error_expr(span)
            }
        }
    }

    /// Is it an object that has an address?
    pub(crate) fn is_lvalue(&self, expr: ExprId) -> bool {
        let mut expr = expr;
        loop {
            return match &self.program.exprs[expr].kind {
                ExprKind::Var(_)
                | ExprKind::Deref(_)
                | ExprKind::String(_)
                | ExprKind::CompoundLiteral { .. }
                | ExprKind::Error => true,
                ExprKind::Index { base, .. } => {
                    // An element of a vector is an object if the vector is one.
                    if matches!(self.kind(self.ty(*base)), TypeKind::Vector(..)) {
                        expr = *base;
                        continue;
                    }
                    true
                }
                ExprKind::Member { arrow: true, .. } => true,
                ExprKind::Member { base, .. } => {
                    expr = *base;
                    continue;
                }
                ExprKind::Unary { op: hir::UnaryOp::Real | hir::UnaryOp::Imag, operand } => {
                    expr = *operand;
                    continue;
                }
                _ => false,
            };
        }
    }
}

fn statement_outside_function(span: hir::Span) -> diagnostics::Diagnostic {
    let message = "statements and labels exist only inside a function";
    diagnostics::Diagnostic::new(&diagnostics::codes::MISPLACED_STATEMENT, span, message)
}
