//! For tests: a program built by hand, without a parser.

use hir::{
    CastKind, Expr, ExprId, ExprKind, Function, FunctionId, Program, Stmt, StmtId, StmtKind, Symbol, Type,
    Var, VarId,
};
use source::{Sources, Span};

/// A program and its spellings.
#[derive(Default)]
pub(crate) struct Build {
    pub(crate) program: Program,
    pub(crate) sources: Sources,
}

impl Build {
    pub(crate) fn name(&mut self, text: &str) -> Symbol {
        self.sources.symbols.intern(text.as_bytes())
    }

    pub(crate) fn var(&mut self, name: &str, ty: Type) -> VarId {
        let name = Some(self.name(name));
        self.program.vars.alloc(Var::new(name, ty, Span::BUILTIN))
    }

    pub(crate) fn function(&mut self, name: &str, ty: Type) -> FunctionId {
        let name = self.name(name);
        self.program.functions.alloc(Function::new(name, ty, Span::BUILTIN))
    }

    pub(crate) fn expr(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        self.program.exprs.alloc(Expr { kind, ty, span: Span::BUILTIN })
    }

    pub(crate) fn read(&mut self, var: VarId) -> ExprId {
        let ty = self.program.vars[var].ty;
        self.expr(ExprKind::Var(var), ty)
    }

    pub(crate) fn int(&mut self, value: i128, ty: Type) -> ExprId {
        self.expr(ExprKind::Int { value, text: None }, ty)
    }

    pub(crate) fn implicit(&mut self, operand: ExprId, ty: Type) -> ExprId {
        if self.program.exprs[operand].ty == ty {
            return operand;
        }
        self.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand }, ty)
    }

    pub(crate) fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.program.stmts.alloc(Stmt { kind, span: Span::BUILTIN })
    }
}
