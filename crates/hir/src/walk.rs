//! Walking the program: every expression and statement below a node.
//!
//! ```text
//! for node in program.nodes(body) {              // pre-order, source order
//!     if let Node::Expr(e) = node { … }
//! }
//! ```
//! Most analyses want [`Program::exprs_below`] or [`Program::stmts_below`];
//! those that treat a construct as a whole call [`Nodes::skip_children`].
//!
//! What counts as below: everything that is evaluated when the node is. That
//! includes initialisers, the lengths of variable-length arrays, and the
//! expressions of directives; it excludes the operand of a `sizeof` whose
//! answer is known. The walk keeps its own stack, so depth is no matter.

use source::Id;

use crate::{
    AllocInit, ArrayLen, CudaLite, Directive, DirectiveId, DirectiveKind, Expr, ExprId, ExprKind,
    GlobalAction, Init, Item, Program, Section, SectionDim, SharedAction, Stmt, StmtId, StmtKind, Type,
    TypeKind,
};

/// An expression or a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
}

impl From<Id<Expr>> for Node {
    fn from(expr: Id<Expr>) -> Node {
        Node::Expr(expr)
    }
}

impl From<Id<Stmt>> for Node {
    fn from(stmt: Id<Stmt>) -> Node {
        Node::Stmt(stmt)
    }
}

/// A pre-order walk; the root comes first.
pub struct Nodes<'p> {
    program: &'p Program,
    /// Still to come, last one first.
    stack: Vec<Node>,
    /// How many were still to come before the children of the last one.
    others: usize,
    /// Expressions that no statement is below are passed over.
    only_stmts: bool,
}

impl Nodes<'_> {
    /// Leaves out what is below the node that came last.
    pub fn skip_children(&mut self) {
        self.stack.truncate(self.others);
    }
}

impl Iterator for Nodes<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = self.stack.pop()?;
        self.others = self.stack.len();
        let (stack, only_stmts) = (&mut self.stack, self.only_stmts);
        self.program.each_child(node, |child| {
            if !only_stmts || matches!(child, Node::Stmt(_)) {
                stack.push(child);
            }
        });
        match &mut self.stack[self.others..] {
            [] | [_] => {}
            [first, second] => std::mem::swap(first, second),
            more => more.reverse(),
        }
        Some(node)
    }
}

impl Program {
    /// The node and everything below it, parents before children, in source
    /// order.
    pub fn nodes(&self, root: impl Into<Node>) -> Nodes<'_> {
        let mut stack = Vec::with_capacity(16);
        stack.push(root.into());
        Nodes { program: self, others: stack.len(), stack, only_stmts: false }
    }

    /// All expressions at and below a node.
    pub fn exprs_below(&self, root: impl Into<Node>) -> impl Iterator<Item = ExprId> {
        self.nodes(root).filter_map(|node| match node {
            Node::Expr(expr) => Some(expr),
            Node::Stmt(_) => None,
        })
    }

    /// All statements at and below a node.
    pub fn stmts_below(&self, root: impl Into<Node>) -> impl Iterator<Item = StmtId> {
        let mut nodes = self.nodes(root);
        nodes.only_stmts = !self.has_stmt_exprs;
        nodes.filter_map(|node| match node {
            Node::Stmt(stmt) => Some(stmt),
            Node::Expr(_) => None,
        })
    }

    /// Shows the nodes directly below one, in source order. Walks are long: none makes a list of them.
    #[inline]
    pub fn each_child(&self, of: Node, found: impl FnMut(Node)) {
        let mut children = Children { program: self, found };
        match of {
            Node::Expr(expr) => children.of_expr(&self.exprs[expr]),
            Node::Stmt(stmt) => children.of_stmt(&self.stmts[stmt]),
        }
    }

    /// The nodes directly below one, in source order.
    pub fn children(&self, of: Node) -> Vec<Node> {
        let mut children = Vec::new();
        self.each_child(of, |child| children.push(child));
        children
    }

    /// Those of them that are statements or may hold some.
    pub fn children_with_stmts(&self, of: Node) -> Vec<Node> {
        let mut children = Vec::new();
        self.each_child(of, |child| {
            if self.has_stmt_exprs || matches!(child, Node::Stmt(_)) {
                children.push(child);
            }
        });
        children
    }

    /// The expressions a directive contains, in source order.
    pub fn directive_exprs(&self, directive: DirectiveId) -> Vec<ExprId> {
        let mut exprs = Vec::new();
        let found = |node| exprs.extend(only_expr(node));
        Children { program: self, found }.of_directive(&self.directives[directive]);
        exprs
    }

    /// The outermost expressions of an initialiser, in source order.
    pub fn init_exprs(&self, init: &Init) -> Vec<ExprId> {
        let mut exprs = Vec::new();
        let found = |node| exprs.extend(only_expr(node));
        Children { program: self, found }.of_init(init);
        exprs
    }
}

fn only_expr(node: Node) -> Option<ExprId> {
    match node {
        Node::Expr(expr) => Some(expr),
        Node::Stmt(_) => None,
    }
}

/// Shows the children of one node, one after the other.
struct Children<'p, F> {
    program: &'p Program,
    found: F,
}

impl<F: FnMut(Node)> Children<'_, F> {
    fn expr(&mut self, expr: ExprId) {
        (self.found)(Node::Expr(expr));
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        exprs.iter().for_each(|expr| self.expr(*expr));
    }

    fn stmt(&mut self, stmt: StmtId) {
        (self.found)(Node::Stmt(stmt));
    }

    fn of_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String(_)
            | ExprKind::Var(_)
            | ExprKind::Function(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::LabelAddress(_)
            | ExprKind::Grid(..)
            | ExprKind::Error => {}
            ExprKind::Unary { operand, .. } | ExprKind::IncDec { operand, .. } => self.expr(*operand),
            ExprKind::AddrOf(operand) | ExprKind::Deref(operand) | ExprKind::ConvertVector(operand) => {
                self.expr(*operand);
            }
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Assign { lhs, rhs }
            | ExprKind::AssignOp { lhs, rhs, .. } => self.exprs(&[*lhs, *rhs]),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.expr(*cond);
                then.iter().for_each(|expr| self.expr(*expr));
                self.expr(*otherwise);
            }
            ExprKind::Cast { implicit, operand, .. } => {
                if !implicit {
                    self.lengths_in(expr.ty);
                }
                self.expr(*operand);
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee);
                self.exprs(args);
            }
            ExprKind::Launch { callee, config, args } => {
                self.expr(*callee);
                self.exprs(config);
                self.exprs(args);
            }
            ExprKind::Index { base, index } => self.exprs(&[*base, *index]),
            ExprKind::Member { base, .. } => self.expr(*base),
            ExprKind::Measure { value: Some(_), .. } => {}
            ExprKind::Measure { value: None, of, operand, .. } => match operand {
                Some(operand) => self.expr(*operand),
                None => self.lengths_in(*of),
            },
            ExprKind::CompoundLiteral { init, .. } => {
                self.lengths_in(expr.ty);
                self.of_init(init);
            }
            ExprKind::StmtExpr(stmt) => {
                debug_assert!(self.program.has_stmt_exprs, "walks over statements would miss it");
                self.stmt(*stmt);
            }
            ExprKind::VaArg(list) => {
                self.expr(*list);
                self.lengths_in(expr.ty);
            }
            ExprKind::Construct(args) => self.exprs(args),
        }
    }

    fn of_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(*stmt)),
            StmtKind::Decl(items) => items.iter().for_each(|item| self.of_item(item)),
            StmtKind::Expr(expr) | StmtKind::GotoComputed(expr) => self.expr(*expr),
            StmtKind::Return(value) => value.iter().for_each(|expr| self.expr(*expr)),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(*cond);
                self.stmt(*then);
                otherwise.iter().for_each(|stmt| self.stmt(*stmt));
            }
            StmtKind::While { cond, body } | StmtKind::Switch { cond, body } => {
                self.expr(*cond);
                self.stmt(*body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.stmt(*body);
                self.expr(*cond);
            }
            StmtKind::For { init, cond, step, body } => {
                init.iter().for_each(|stmt| self.stmt(*stmt));
                cond.iter().for_each(|expr| self.expr(*expr));
                step.iter().for_each(|expr| self.expr(*expr));
                self.stmt(*body);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => {
                self.stmt(*body);
            }
            StmtKind::Asm(asm) => {
                asm.outputs.iter().chain(&asm.inputs).for_each(|operand| self.expr(operand.2));
            }
            StmtKind::Kernel { directive, body, .. }
            | StmtKind::Singular { directive, body, .. }
            | StmtKind::Annotated { directive, body } => {
                self.of_directive(&self.program.directives[*directive]);
                self.stmt(*body);
            }
            StmtKind::Directive(directive) => self.of_directive(&self.program.directives[*directive]),
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => {}
        }
    }

    fn of_item(&mut self, item: &Item) {
        match item {
            Item::Var { var, with_init, ty, .. } => {
                self.lengths_in(*ty);
                if let (true, Some(init)) = (with_init, &self.program.vars[*var].init) {
                    self.of_init(init);
                }
            }
            Item::Typedef(typedef) => self.lengths_in(self.program.typedefs[*typedef].ty),
            Item::Directive(directive) => self.of_directive(&self.program.directives[*directive]),
            Item::Record { .. }
            | Item::Enum(_)
            | Item::Prototype { .. }
            | Item::Function(_)
            | Item::StaticAssert(_)
            | Item::Asm(_)
            | Item::Pragma(_) => {}
        }
    }

    fn of_init(&mut self, init: &Init) {
        let mut pending = vec![init];
        while let Some(init) = pending.pop() {
            match init {
                Init::Expr(expr) => self.expr(*expr),
                Init::List { entries, .. } => pending.extend(entries.iter().rev().map(|entry| &entry.value)),
                Init::Construct(args) => self.exprs(args),
            }
        }
    }

    /// Lengths of variable-length arrays written in a type. A typedef's were
    /// evaluated where it was declared.
    fn lengths_in(&mut self, ty: Type) {
        let mut ty = ty;
        loop {
            ty = match self.program.types.kind(ty) {
                TypeKind::Pointer(target) => *target,
                TypeKind::Array(element, len) => {
                    if let ArrayLen::Variable(len) = len {
                        self.expr(*len);
                    }
                    *element
                }
                TypeKind::Builtin(_)
                | TypeKind::Complex(_)
                | TypeKind::Function(_)
                | TypeKind::Record(_)
                | TypeKind::Enum(_)
                | TypeKind::Typedef(_)
                | TypeKind::Vector(..)
                | TypeKind::Error => return,
            };
        }
    }

    fn of_directive(&mut self, directive: &Directive) {
        if let Some(when) = &directive.when {
            self.expr(when.condition);
            when.others.iter().for_each(|other| self.of_directive(&self.program.directives[*other]));
        }
        match &directive.kind {
            DirectiveKind::Kernel(clauses) => {
                self.exprs(clauses.tblock.as_deref().unwrap_or_default());
                self.exprs(clauses.thread.as_deref().unwrap_or_default());
            }
            DirectiveKind::LoopPartition(clauses) => {
                let values = [clauses.block_entry, clauses.thread_entry, clauses.jam, clauses.run];
                values.into_iter().flatten().for_each(|expr| self.expr(expr));
                clauses.reductions.iter().flat_map(|r| &r.vars).for_each(|var| self.of_section(var));
                // What is private, or read by vectors, is named there, not read.
            }
            DirectiveKind::Shape(shapes) => {
                for shape in shapes {
                    self.expr(shape.pointer);
                    self.exprs(&shape.dims);
                }
            }
            DirectiveKind::Global(action) => self.of_global(action),
            DirectiveKind::ConstantCopyin(sections) => sections.iter().for_each(|s| self.of_section(s)),
            DirectiveKind::TextureCopyin { section, .. } => self.of_section(section),
            DirectiveKind::ConstantRemove(names) | DirectiveKind::TextureRemove(names) => self.exprs(names),
            DirectiveKind::Shared(action) => self.of_shared(action),
            DirectiveKind::UseDevice(crate::UseDevice { arrays, reads, writes }) => {
                [arrays, reads, writes].into_iter().for_each(|names| self.exprs(names));
            }
            DirectiveKind::Tile(exprs)
            | DirectiveKind::Wavefront(exprs)
            | DirectiveKind::Snapshot(exprs)
            | DirectiveKind::Assume(exprs) => {
                self.exprs(exprs);
            }
            DirectiveKind::Unroll(times) => times.iter().for_each(|expr| self.expr(*expr)),
            DirectiveKind::Collapse(depth) => self.expr(*depth),
            DirectiveKind::Stage { length, arrays, .. } => {
                self.expr(*length);
                self.exprs(arrays);
            }
            DirectiveKind::CudaLite(annotation) => match annotation {
                CudaLite::Kernel(threads, blocks) => self.exprs(&[*threads, *blocks]),
                CudaLite::Array { extents, .. } => self.exprs(extents),
                CudaLite::Loop(_, start, end, step) => self.exprs(&[*start, *end, *step]),
                CudaLite::BoundCheck => {}
            },
            DirectiveKind::Singular
            | DirectiveKind::Barrier
            | DirectiveKind::Atomic
            | DirectiveKind::Permute(_)
            | DirectiveKind::Schedule(_)
            | DirectiveKind::Fuse
            | DirectiveKind::Fission
            | DirectiveKind::Error => {}
        }
    }

    fn of_global(&mut self, action: &GlobalAction) {
        match action {
            GlobalAction::Alloc { section, init, .. } => {
                self.of_section(section);
                if let AllocInit::Copyin(Some(part)) = init {
                    self.of_section(part);
                }
            }
            GlobalAction::Copyin(section) => self.of_section(section),
            GlobalAction::Copyout { section, to } => {
                self.of_section(section);
                to.iter().for_each(|to| self.of_section(to));
            }
            GlobalAction::Free(names) => self.exprs(names),
        }
    }

    fn of_shared(&mut self, action: &SharedAction) {
        match action {
            SharedAction::Alloc { section, copyin, .. } => {
                self.of_section(section);
                copyin.iter().filter_map(|c| c.section.as_ref()).for_each(|part| self.of_section(part));
            }
            SharedAction::Copyout { section, .. } => self.of_section(section),
            SharedAction::Remove(names) => self.exprs(names),
        }
    }

    fn of_section(&mut self, section: &Section) {
        self.expr(section.base);
        for dim in &section.dims {
            match dim {
                SectionDim::Range(low, high) => self.exprs(&[*low, *high]),
                SectionDim::Index(index) => self.expr(*index),
                SectionDim::All => {}
            }
        }
    }
}

#[cfg(test)]
#[path = "walk_tests.rs"]
mod walk_tests;
