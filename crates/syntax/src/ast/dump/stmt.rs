//! Statements, one line each, what they contain below them.

use super::Dumper;
use crate::ast::{AsmStmt, ExprId, StmtId, StmtKind};

impl<'a> Dumper<'a> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let id = self.labels(id);
        match &self.unit.stmts[id].kind {
            StmtKind::Block(stmts) => {
                self.line("block");
                self.inside(|d| stmts.iter().for_each(|stmt| d.stmt(*stmt)));
            }
            StmtKind::Decl(decl) => self.decl(&self.unit.decls[*decl]),
            StmtKind::Expr(expr) => self.expr_line("", *expr),
            StmtKind::Empty => self.line("empty"),
            StmtKind::If { .. } => self.if_chain(id),
            StmtKind::While { cond, body } => {
                self.expr_line("while ", *cond);
                self.inside(|d| d.stmt(*body));
            }
            StmtKind::DoWhile { body, cond } => {
                self.expr_line("do while ", *cond);
                self.inside(|d| d.stmt(*body));
            }
            StmtKind::For { init, cond, step, body } => {
                self.line("for");
                self.inside(|d| d.for_parts(*init, *cond, *step, *body));
            }
            StmtKind::Switch { cond, body } => {
                self.expr_line("switch ", *cond);
                self.inside(|d| d.stmt(*body));
            }
            StmtKind::Goto(label) => self.line(&format!("goto {}", self.text(label.symbol))),
            StmtKind::GotoComputed(expr) => self.expr_line("goto *", *expr),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Break => self.line("break"),
            StmtKind::Return(None) => self.line("return"),
            StmtKind::Return(Some(value)) => self.expr_line("return ", *value),
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Attributes(attrs) => {
                let names: Vec<_> = attrs.iter().map(|a| self.text(a.name)).collect();
                self.line(&format!("attributes {}", names.join(" ")));
            }
            StmtKind::Pragma(text) => self.line(&format!("pragma {}", self.text(*text))),
            StmtKind::Directive { directive, body } => {
                let text = self.directive_text(&self.unit.directives[*directive]);
                self.line(&text);
                self.inside(|d| body.iter().for_each(|body| d.stmt(*body)));
            }
            // Labels are printed by `labels`, which stops at the first other.
            StmtKind::Case { .. } | StmtKind::Default { .. } | StmtKind::Label { .. } => {}
            StmtKind::Error => self.line("error"),
        }
    }

    fn expr_line(&mut self, before: &str, expr: ExprId) {
        let text = format!("{before}{}", self.expr_text(expr));
        self.line(&text);
    }

    /// Prints the labels of a statement and returns what they stand on.
    fn labels(&mut self, mut id: StmtId) -> StmtId {
        loop {
            let (text, body) = match &self.unit.stmts[id].kind {
                StmtKind::Case { low, high, body } => {
                    let high = high.map_or(String::new(), |h| format!(" ... {}", self.expr_text(h)));
                    (format!("case {}{high}:", self.expr_text(*low)), *body)
                }
                StmtKind::Default { body } => ("default:".into(), *body),
                StmtKind::Label { name, body, .. } => (format!("{}:", self.text(name.symbol)), *body),
                _ => return id,
            };
            self.line(&text);
            id = body;
        }
    }

    fn if_chain(&mut self, mut id: StmtId) {
        let mut word = "if ";
        while let StmtKind::If { cond, then, otherwise } = &self.unit.stmts[id].kind {
            self.expr_line(word, *cond);
            self.inside(|d| d.stmt(*then));
            let Some(otherwise) = otherwise else { return };
            word = "else if ";
            id = *otherwise;
        }
        self.line("else");
        self.inside(|d| d.stmt(id));
    }

    fn for_parts(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        if let Some(init) = init {
            match &self.unit.stmts[init].kind {
                StmtKind::Expr(expr) => self.expr_line("init ", *expr),
                _ => self.stmt(init),
            }
        }
        if let Some(cond) = cond {
            self.expr_line("cond ", cond);
        }
        if let Some(step) = step {
            self.expr_line("step ", step);
        }
        self.stmt(body);
    }

    fn asm(&mut self, asm: &AsmStmt) {
        let mut text = format!("{} {}", self.text(asm.head), self.text(asm.template));
        for (word, operands) in [("out", &asm.outputs), ("in", &asm.inputs)] {
            for operand in operands {
                let name = operand.name.map_or(String::new(), |n| format!("[{}] ", self.text(n.symbol)));
                let constraint = self.text(operand.constraint);
                text.push_str(&format!(" {word} {name}{constraint} {}", self.expr_text(operand.expr)));
            }
        }
        for clobber in &asm.clobbers {
            text.push_str(&format!(" clobbers {}", self.text(*clobber)));
        }
        for label in &asm.labels {
            text.push_str(&format!(" goto {}", self.text(label.symbol)));
        }
        self.line(&text);
    }
}
