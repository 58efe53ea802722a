//! Statements: control flow, scopes of blocks, where `break` may stand.

use diagnostics::Diagnostic;
use diagnostics::codes::{INVALID_OPERANDS, MISPLACED_STATEMENT, RETURN_MISMATCH};
use hir::{AsmStmt, AttributeText, ExprId, Span, Stmt, StmtId, StmtKind, Type};
use syntax::ast;

use crate::conversions::Purpose;
use crate::cuda;
use crate::directives;
use crate::resolver::Resolver;
use crate::switches::Switch;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// A new statement.
    pub(crate) fn make_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.program.stmts.alloc(Stmt { kind, span })
    }

    /// The body of a function: its block shares the scope of the parameters.
    pub(crate) fn function_body(&mut self, body: ast::StmtId) -> StmtId {
        let ast = self.ast;
        let span = ast.stmts[body].span;
        match &ast.stmts[body].kind {
            ast::StmtKind::Block(list) => {
                let stmts = self.labelled_list(list);
                self.make_stmt(StmtKind::Block(stmts), span)
            }
            _ => self.statement(body),
        }
    }

    /// Statements in the scope that is open, the local labels of their block
    /// going out of sight at the end.
    fn labelled_list(&mut self, list: &[ast::StmtId]) -> Vec<StmtId> {
        let mark = self.function.as_ref().map_or(0, |f| f.labels.mark());
        let stmts = self.statement_list(list);
        self.close_labels(mark);
        stmts
    }

    /// Statements one after the other, in the scope that is open. Directives
    /// may take several of them.
    pub(crate) fn statement_list(&mut self, list: &[ast::StmtId]) -> Vec<StmtId> {
        let mut out = Vec::with_capacity(list.len());
        let mut at = 0;
        while at < list.len() {
            let ast = self.ast;
            let (stmt, next) = match ast.stmts[list[at]].kind {
                ast::StmtKind::Directive { .. } => directives::statement(self, list, at),
                _ => (self.statement(list[at]), at + 1),
            };
            self.flush_pending(&mut out, self.program.stmts[stmt].span);
            out.push(stmt);
            at = next.max(at + 1);
        }
        out
    }

    /// Types defined inside a statement (in a cast, say) are declared before it.
    fn flush_pending(&mut self, out: &mut Vec<StmtId>, span: Span) {
        if !self.pending.is_empty() {
            let items = std::mem::take(&mut self.pending);
            let decl = self.make_stmt(StmtKind::Decl(items), span.start());
            out.push(decl);
        }
    }

    /// One statement.
    pub(crate) fn statement(&mut self, id: ast::StmtId) -> StmtId {
        let ast = self.ast;
        let node = &ast.stmts[id];
        let span = node.span;
        let kind = match &node.kind {
            ast::StmtKind::Block(list) => {
                self.scopes.open();
                let stmts = self.labelled_list(list);
                self.scopes.close();
                StmtKind::Block(stmts)
            }
            ast::StmtKind::Decl(decl) => {
                let mut items = Vec::new();
                self.declaration(*decl, &mut items);
                StmtKind::Decl(items)
            }
            ast::StmtKind::Expr(expr) => StmtKind::Expr(self.expr(*expr)),
            ast::StmtKind::Empty => StmtKind::Empty,
            ast::StmtKind::If { cond, then, otherwise } => {
                let cond = self.condition(*cond, "if");
                if self.ast.constant_ifs.contains(&id)
                    && let Some(value) = hir::const_eval::integer(self.program, cond)
                {
                    return match (value != 0, otherwise) {
                        (true, _) => self.substatement(*then),
                        (false, Some(otherwise)) => self.substatement(*otherwise),
                        (false, None) => self.make_stmt(StmtKind::Empty, span),
                    };
                }
                let then = self.substatement(*then);
                let otherwise = otherwise.map(|otherwise| self.substatement(otherwise));
                StmtKind::If { cond, then, otherwise }
            }
            ast::StmtKind::While { cond, body } => {
                let cond = self.condition(*cond, "while");
                StmtKind::While { cond, body: self.loop_body(*body) }
            }
            ast::StmtKind::DoWhile { body, cond } => {
                let body = self.loop_body(*body);
                StmtKind::DoWhile { body, cond: self.condition(*cond, "while") }
            }
            ast::StmtKind::For { init, cond, step, body } => self.for_loop(*init, *cond, *step, *body),
            ast::StmtKind::Switch { cond, body } => self.switch(*cond, *body),
            ast::StmtKind::Case { low, high, body } => return self.case(*low, *high, *body, span),
            ast::StmtKind::Default { body } => return self.default_label(*body, span),
            ast::StmtKind::Label { name, body, .. } => self.labelled(*name, *body),
            ast::StmtKind::Goto(name) => match self.label(name.symbol, name.span) {
                Some(label) => {
                    self.note_jump(label, span);
                    StmtKind::Goto(label)
                }
                None => StmtKind::Error,
            },
            ast::StmtKind::GotoComputed(target) => StmtKind::GotoComputed(self.rvalue(*target)),
            ast::StmtKind::Continue => self.jump("continue", StmtKind::Continue, span),
            ast::StmtKind::Break => self.jump("break", StmtKind::Break, span),
            ast::StmtKind::Return(value) => self.return_statement(*value, span),
            ast::StmtKind::Asm(asm) => StmtKind::Asm(Box::new(self.asm(asm))),
            ast::StmtKind::Attributes(attrs) => StmtKind::Attributes(attribute_texts(attrs)),
            ast::StmtKind::Pragma(text) => {
                self.follow_pragma(*text);
                StmtKind::Pragma(*text)
            }
            ast::StmtKind::Directive { .. } => return directives::statement(self, &[id], 0).0,
            ast::StmtKind::Error => StmtKind::Error,
        };
        self.make_stmt(kind, span)
    }

    fn labelled(&mut self, name: ast::Ident, body: ast::StmtId) -> StmtKind {
        let label = self.define_label(name.symbol, name.span);
        if let Some(label) = label {
            self.note_label(label);
        }
        let body = self.statement(body);
        match label {
            Some(label) => StmtKind::Label { label, body },
            None => StmtKind::Error,
        }
    }

    /// A statement that is the branch of an `if` or the body of a loop: a
    /// scope of its own even without braces.
    fn substatement(&mut self, id: ast::StmtId) -> StmtId {
        self.scopes.open();
        let stmt = self.statement(id);
        self.scopes.close();
        stmt
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        self.change_loops(1);
        let body = self.substatement(body);
        self.change_loops(-1);
        body
    }

    fn change_loops(&mut self, by: i32) {
        if let Some(function) = &mut self.function {
            function.loops = function.loops.saturating_add_signed(by);
        }
    }

    /// The condition of a statement.
    pub(crate) fn condition(&mut self, cond: ast::ExprId, what: &str) -> ExprId {
        let cond = self.rvalue(cond);
        let cond = cuda::as_number(self, cond);
        self.check_condition(cond, what);
        cond
    }

    fn for_loop(
        &mut self,
        init: Option<ast::StmtId>,
        cond: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
    ) -> StmtKind {
        self.scopes.open();
        let init = init.map(|init| self.statement(init));
        let cond = cond.map(|cond| self.condition(cond, "for"));
        let step = step.map(|step| self.expr(step));
        let body = self.loop_body(body);
        self.scopes.close();
        StmtKind::For { init, cond, step, body }
    }

    fn switch(&mut self, cond: ast::ExprId, body: ast::StmtId) -> StmtKind {
        let cond = self.rvalue(cond);
        let cond = if self.is_error(cond) {
            cond
        } else if self.program.types.is_integer(self.ty(cond)) {
            self.promote(cond)
        } else {
            let text = type_text(self.program, self.sources, self.ty(cond));
            let message = format!("`switch` needs an integer, but this is `{text}`");
            self.report(Diagnostic::new(&INVALID_OPERANDS, self.span(cond), message));
            self.error_expr(self.span(cond))
        };
        let (ty, scope) = (self.ty(cond), self.scopes.variable_scope());
        if let Some(function) = &mut self.function {
            function.switches.push(Switch::new(ty, scope));
        }
        let body = self.substatement(body);
        if let Some(function) = &mut self.function {
            function.switches.pop();
        }
        StmtKind::Switch { cond, body }
    }

    /// `break` and `continue`
    fn jump(&mut self, what: &str, kind: StmtKind, span: Span) -> StmtKind {
        let allowed = self.function.as_ref().is_some_and(|function| {
            function.loops > 0 || (matches!(kind, StmtKind::Break) && !function.switches.is_empty())
        });
        if allowed {
            return kind;
        }
        let around = if what == "break" { "loop or `switch`" } else { "loop" };
        let message = format!("`{what}` stands outside any {around}");
        self.report(Diagnostic::new(&MISPLACED_STATEMENT, span, message));
        StmtKind::Error
    }

    fn return_statement(&mut self, value: Option<ast::ExprId>, span: Span) -> StmtKind {
        let Some((id, result)) = self.function.as_ref().map(|f| (f.id, f.result)) else {
            return StmtKind::Error;
        };
        let declared = self.program.functions[id].span;
        let returns_nothing = self.program.types.is_void(result);
        let Some(value) = value else {
            if !returns_nothing && !self.program.types.is_error(result) {
                self.report(missing_value(self, result, span, declared));
            }
            return StmtKind::Return(None);
        };
        if let Some(target) =
            self.program.types.pointee(result).filter(|_| self.reference_results.contains(&id))
        {
            let object = self.expr(value);
            return StmtKind::Return(Some(cuda::bound(self, object, target)));
        }
        let value = self.rvalue(value);
        if returns_nothing {
            if !self.program.types.is_void(self.ty(value)) && !self.is_error(value) {
                self.report(surplus_value(self.span(value), declared));
            }
            return StmtKind::Return(Some(value));
        }
        StmtKind::Return(Some(self.assign_convert(value, result, &Purpose::Return(declared))))
    }

    fn asm(&mut self, asm: &ast::AsmStmt) -> AsmStmt {
        let outputs = asm.outputs.iter().map(|o| (o.name.map(|n| n.symbol), o.constraint, self.expr(o.expr)));
        let outputs = outputs.collect();
        let inputs = asm.inputs.iter().map(|i| (i.name.map(|n| n.symbol), i.constraint, self.rvalue(i.expr)));
        let inputs = inputs.collect();
        let labels: Vec<hir::LabelId> =
            asm.labels.iter().filter_map(|name| self.label(name.symbol, name.span)).collect();
        for (&label, name) in labels.iter().zip(&asm.labels) {
            self.note_jump(label, name.span);
        }
        AsmStmt {
            head: asm.head,
            template: asm.template,
            outputs,
            inputs,
            clobbers: asm.clobbers.clone(),
            labels,
            basic: asm.basic,
        }
    }
}

fn attribute_texts(attrs: &[ast::Attribute]) -> Vec<AttributeText> {
    attrs.iter().map(|attr| AttributeText { name: attr.name, args: attr.args_text }).collect()
}

fn missing_value(resolver: &Resolver<'_>, result: Type, span: Span, declared: Span) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, result);
    Diagnostic::new(
        &RETURN_MISMATCH,
        span,
        format!("`return` without a value in a function that returns `{text}`"),
    )
    .related(declared, "declared here")
}

fn surplus_value(span: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(&RETURN_MISMATCH, span, "a value is returned from a function that returns nothing")
        .related(declared, "declared `void` here")
}
