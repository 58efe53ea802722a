//! Statements, one per line.
//!
//! A body that was a block keeps its braces, one that was not stays without,
//! except where braces are needed: around directives and pragmas (which take
//! the next statement), declarations, and an `if` whose `else` would go astray.
//! `case` and label stand one level to the left of what they mark.

use hir::{AsmStmt, ExprId, Item, StmtId, StmtKind, Symbol};

use crate::{Dialect, Printer};

impl Printer<'_> {
    /// The comments of a statement, where a line begins.
    fn comments(&mut self, place: hir::Span) {
        if let Some(comments) = self.style.comments.filter(|_| self.out.is_fresh()) {
            for line in comments(place) {
                self.trace(place);
                self.out.line(&line);
            }
        }
    }

    /// A statement on lines of its own.
    pub fn stmt(&mut self, stmt: StmtId) {
        let program = self.program;
        self.comments(program.stmts[stmt].span);
        self.trace(program.stmts[stmt].span);
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => self.block_with_braces(stmts),
            StmtKind::Decl(items) => self.declarations(items),
            StmtKind::Expr(expr) => {
                self.effect(*expr);
                self.out.line(";");
            }
            StmtKind::Empty => self.out.line(";"),
            StmtKind::If { .. } => self.if_chain(stmt),
            StmtKind::While { cond, body } => {
                self.heading("while (", *cond);
                self.body(*body);
            }
            StmtKind::DoWhile { body, cond } => self.do_while(*body, *cond),
            StmtKind::For { init, cond, step, body } => self.for_loop(*init, *cond, *step, *body),
            StmtKind::Switch { cond, body } => {
                self.heading("switch (", *cond);
                self.body(*body);
            }
            StmtKind::Case { low, high, written: (_, Some(_)), body } if self.style.dialect != Dialect::C => {
                self.case_by_case(*low, *high, *body)
            }
            StmtKind::Case { written, body, .. } => {
                let (low, high) = *written;
                let low = self.expr_text(low);
                let high = high.map_or(String::new(), |high| format!(" ... {}", self.expr_text(high)));
                self.mark(&format!("case {low}{high}:"), *body);
            }
            StmtKind::Default(body) => self.mark("default:", *body),
            StmtKind::Label { label, body } => {
                let name = self.label_name(*label);
                self.mark(&format!("{name}:"), *body);
            }
            StmtKind::Goto(label) => {
                let name = self.label_name(*label);
                self.out.line(&format!("goto {name};"));
            }
            StmtKind::GotoComputed(target) => {
                let target = self.captured(|p| p.operand(*target, crate::Precedence::Unary));
                self.out.line(&format!("goto *{target};"));
            }
            StmtKind::Continue => self.out.line("continue;"),
            StmtKind::Break => self.out.line("break;"),
            StmtKind::Return(None) => self.out.line("return;"),
            StmtKind::Return(Some(value)) => self.return_value(*value),
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Attributes(attrs) => {
                let attrs = self.attributes(attrs);
                self.out.line(&format!("{};", attrs.trim_start()));
            }
            StmtKind::Pragma(text) => self.pragma(*text),
            StmtKind::Kernel { .. } if self.style.launches.contains_key(&stmt) => {
                let lines = self.style.launches[&stmt].clone();
                lines.iter().flat_map(|line| line.lines()).for_each(|line| self.out.line(line));
            }
            StmtKind::Kernel { directive, body, .. } => {
                self.directive(*directive);
                self.region(*body);
                self.out.line("#pragma hicuda kernel_end");
            }
            StmtKind::Singular { directive, body, .. } => {
                self.directive(*directive);
                self.region(*body);
                self.out.line("#pragma hicuda singular_end");
            }
            StmtKind::Annotated { directive, body } => {
                self.directive(*directive);
                self.stmt(*body);
            }
            StmtKind::Directive(directive) => self.directive(*directive),
            StmtKind::Barrier if self.is_open_cl() => self.out.line(crate::open_cl::BARRIER),
            StmtKind::Barrier => self.out.line("__syncthreads();"),
            StmtKind::Comment(text) => self.out.line(&format!("// {text}")),
            StmtKind::Error => self.out.line("/* error */;"),
        }
    }

    /// The statements of a block, without braces.
    pub fn stmts(&mut self, stmts: &[StmtId]) {
        for &stmt in stmts {
            self.stmt(stmt);
        }
    }

    /// A region between directives: the statements of its block, which is not
    /// a scope of its own.
    fn region(&mut self, body: StmtId) {
        match &self.program.stmts[body].kind {
            StmtKind::Block(stmts) => self.stmts(stmts),
            _ => self.stmt(body),
        }
    }

    fn block_with_braces(&mut self, stmts: &[StmtId]) {
        self.out.line("{");
        self.out.indent();
        self.stmts(stmts);
        self.out.dedent();
        self.out.line("}");
    }

    /// A block in the middle of a line, as statement expressions are.
    pub(crate) fn inline_block(&mut self, block: StmtId) {
        self.out.line("{");
        self.out.indent();
        self.region(block);
        self.out.dedent();
        self.out.write("}");
    }

    /// The body of a function.
    pub fn function_body(&mut self, body: StmtId) {
        self.out.line("{");
        self.out.indent();
        self.region(body);
        self.out.dedent();
        self.out.line("}");
    }

    fn heading(&mut self, keyword: &str, cond: ExprId) {
        self.out.write(keyword);
        self.condition(cond);
        self.out.write(")");
    }

    /// The body of a loop or branch, after its heading on the same line.
    fn body(&mut self, body: StmtId) {
        if self.stands_without_braces(body) {
            self.out.newline();
            self.out.indent();
            self.stmt(body);
            self.out.dedent();
        } else {
            self.braced_body(body);
            self.out.newline();
        }
    }

    /// ` { … }`, leaving the line open for `else` or `while`.
    fn braced_body(&mut self, body: StmtId) {
        self.out.line(" {");
        self.out.indent();
        self.region(body);
        self.out.dedent();
        self.out.write("}");
    }

    fn stands_without_braces(&self, stmt: StmtId) -> bool {
        match &self.program.stmts[stmt].kind {
            StmtKind::Expr(_)
            | StmtKind::Empty
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Switch { .. }
            | StmtKind::Goto(_)
            | StmtKind::GotoComputed(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Return(_)
            | StmtKind::Asm(_)
            | StmtKind::Barrier => true,
            StmtKind::For { init, .. } => init.is_none_or(|init| !self.defines_type(init)),
            StmtKind::If { .. }
            | StmtKind::Block(_)
            | StmtKind::Decl(_)
            | StmtKind::Case { .. }
            | StmtKind::Default(_)
            | StmtKind::Label { .. }
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Kernel { .. }
            | StmtKind::Singular { .. }
            | StmtKind::Annotated { .. }
            | StmtKind::Directive(_)
            | StmtKind::Comment(_)
            | StmtKind::Error => false,
        }
    }

    /// `if … else if … else`: a loop, because such chains can be long.
    fn if_chain(&mut self, stmt: StmtId) {
        let program = self.program;
        let mut current = stmt;
        while let StmtKind::If { cond, then, otherwise } = &program.stmts[current].kind {
            self.heading("if (", *cond);
            let Some(otherwise) = *otherwise else { return self.branch(*then) };
            if self.stands_without_braces(*then) && !self.ends_in_open_if(*then) {
                self.body(*then);
                self.out.write("else");
            } else {
                self.braced_body(*then);
                self.out.write(" else");
            }
            if !matches!(program.stmts[otherwise].kind, StmtKind::If { .. }) {
                return self.branch(otherwise);
            }
            self.out.write(" ");
            current = otherwise;
        }
    }

    /// The last branch. `if (x) ;` looks like a slip, `if (x) { }` does not.
    fn branch(&mut self, branch: StmtId) {
        if matches!(self.program.stmts[branch].kind, StmtKind::Empty) {
            self.out.line(" {");
            self.out.line("}");
        } else {
            self.body(branch);
        }
    }

    /// Would an `else` after this statement belong to an `if` inside it?
    fn ends_in_open_if(&self, stmt: StmtId) -> bool {
        let mut stmt = stmt;
        loop {
            stmt = match &self.program.stmts[stmt].kind {
                StmtKind::While { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::Switch { body, .. }
                | StmtKind::Label { body, .. } => *body,
                StmtKind::If { .. } => return true,
                _ => return false,
            };
        }
    }

    fn do_while(&mut self, body: StmtId, cond: ExprId) {
        self.out.write("do");
        if self.stands_without_braces(body) {
            self.body(body);
            self.heading("while (", cond);
        } else {
            self.braced_body(body);
            self.heading(" while (", cond);
        }
        self.out.line(";");
    }

    fn for_loop(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let program = self.program;
        let items = match init.map(|init| &program.stmts[init].kind) {
            Some(StmtKind::Decl(items)) => items.as_slice(),
            _ => &[],
        };
        // A type defined in the heading needs a line of its own before it.
        let types = items.iter().take_while(|item| !matches!(item, Item::Var { .. })).count();
        if types > 0 {
            self.out.line("{");
            self.out.indent();
            self.declarations(&items[..types]);
        }
        self.out.write("for (");
        match init.map(|init| &program.stmts[init].kind) {
            Some(StmtKind::Decl(_)) => self.inline_declaration(&items[types..]),
            Some(StmtKind::Expr(expr)) => self.expr(*expr),
            _ => {}
        }
        self.out.write(";");
        if let Some(cond) = cond {
            self.out.write(" ");
            self.condition(cond);
        }
        self.out.write(";");
        if let Some(step) = step {
            self.out.write(" ");
            self.effect(step);
        }
        self.out.write(")");
        self.body(body);
        if types > 0 {
            self.out.dedent();
            self.out.line("}");
        }
    }

    fn defines_type(&self, init: StmtId) -> bool {
        match &self.program.stmts[init].kind {
            StmtKind::Decl(items) => items.iter().any(|item| !matches!(item, Item::Var { .. })),
            _ => false,
        }
    }

    /// GNU's `case 6 ... 7`: OpenCL C has no such thing, and nvcc 13 takes it for `case 6` in kernels, without a word.
    fn case_by_case(&mut self, low: i128, high: i128, body: StmtId) {
        let depth = self.out.depth();
        self.out.dedent();
        (low..high).for_each(|value| self.out.line(&format!("case {value}:")));
        self.out.set_depth(depth);
        self.mark(&format!("case {high}:"), body);
    }

    /// A label and the statement after it. Until C23 a label cannot stand
    /// before a declaration or at the end of a block.
    fn mark(&mut self, label: &str, body: StmtId) {
        let depth = self.out.depth();
        self.out.dedent();
        let needs_statement = !matches!(
            self.program.stmts[body].kind,
            StmtKind::Expr(_)
                | StmtKind::Block(_)
                | StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::For { .. }
                | StmtKind::Switch { .. }
                | StmtKind::Case { .. }
                | StmtKind::Default(_)
                | StmtKind::Label { .. }
                | StmtKind::Goto(_)
                | StmtKind::GotoComputed(_)
                | StmtKind::Continue
                | StmtKind::Break
                | StmtKind::Return(_)
                | StmtKind::Empty
        );
        self.out.line(&format!("{label}{}", if needs_statement { ";" } else { "" }));
        self.out.set_depth(depth);
        self.stmt(body);
    }

    fn return_value(&mut self, value: ExprId) {
        self.out.write("return ");
        match self.result {
            Some(result) => {
                let text = self.captured(|p| p.returned(value, result));
                self.out.write(&text);
            }
            None => self.expr(value),
        }
        self.out.line(";");
    }

    fn returned(&mut self, value: ExprId, result: hir::Type) {
        if matches!(self.program.exprs[value].kind, hir::ExprKind::Binary { op: hir::BinaryOp::Comma, .. }) {
            self.expr(value);
        } else {
            self.converted_to(value, result);
        }
    }

    /// A pragma that is not ours, on a line of its own.
    pub(crate) fn pragma(&mut self, text: Symbol) {
        let text = self.text(text);
        self.out.line(&format!("#pragma {}", text.trim()));
    }

    fn asm(&mut self, asm: &AsmStmt) {
        self.write_symbol(asm.head);
        self.out.write("(");
        self.write_symbol(asm.template);
        if !asm.basic {
            self.asm_operands(&asm.outputs);
            self.asm_operands(&asm.inputs);
            let clobbers: Vec<String> = asm.clobbers.iter().map(|&c| self.text(c).into_owned()).collect();
            let labels: Vec<String> = asm.labels.iter().map(|&l| self.label_name(l)).collect();
            if !clobbers.is_empty() || !labels.is_empty() {
                self.out.write(&format!(" : {}", clobbers.join(", ")));
            }
            if !labels.is_empty() {
                self.out.write(&format!(" : {}", labels.join(", ")));
            }
        }
        self.out.line(");");
    }

    fn asm_operands(&mut self, operands: &[(Option<Symbol>, Symbol, ExprId)]) {
        self.out.write(" :");
        for (number, (name, constraint, expr)) in operands.iter().enumerate() {
            self.out.write(if number > 0 { ", " } else { " " });
            if let Some(name) = name {
                let name = self.text(*name);
                self.out.write(&format!("[{name}] "));
            }
            self.write_symbol(*constraint);
            self.out.write(" (");
            self.expr(*expr);
            self.out.write(")");
        }
    }
}

#[cfg(test)]
#[path = "stmt_tests.rs"]
mod stmt_tests;
