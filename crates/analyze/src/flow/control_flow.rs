//! The control-flow graph of a function.
//!
//! ```c
//! while (c) { if (x) break; s++; }
//! ```
//! has a block for the condition with two successors, one for the `if` and one
//! for `s++` that leads back. Blocks hold the [`Event`]s of the expressions
//! evaluated there, not statements.
//!
//! Invariants: blocks made while a statement is built have consecutive numbers,
//! so a statement is a range of blocks ([`ControlFlow::extent`]) with its entry
//! first; every jump has its target, an unknown one (`goto *p`) all labels.

use std::collections::BTreeMap;
use std::ops::Range;

use hir::{ExprId, FunctionId, LabelId, Program, StmtId, StmtKind};

use crate::effects::{Event, of_expr, of_stmt_itself};
use crate::maps::HashMap;

/// A basic block.
#[derive(Clone, Default, Debug)]
pub struct Block {
    /// What happens, in order.
    pub events: Vec<Event>,
    /// Where control goes next; none for the end of the function.
    pub successors: Vec<usize>,
}

/// The graph; block 0 is the entry of the function, block 1 its end.
#[derive(Debug)]
pub struct ControlFlow {
    /// The blocks.
    pub blocks: Vec<Block>,
    extents: BTreeMap<StmtId, Extent>,
}

/// The blocks of one statement.
#[derive(Clone, Debug)]
pub struct Extent {
    /// Its blocks; the first is its entry.
    pub blocks: Range<usize>,
    /// The block that follows when it ends normally, outside the range.
    pub after: usize,
}

/// The block where functions end.
pub const END: usize = 1;

impl ControlFlow {
    /// The graph of a function's body; only an end for a mere declaration.
    pub fn of_function(program: &Program, function: FunctionId) -> ControlFlow {
        let mut builder = Builder::new(program);
        if let Some(body) = program.functions[function].body {
            builder.stmt(body);
        }
        builder.finish()
    }

    /// The blocks of a kernel or singular region, a loop or a loop body. Other
    /// statements have no range of their own.
    pub fn extent(&self, stmt: StmtId) -> Option<&Extent> {
        self.extents.get(&stmt)
    }
}

struct Builder<'p> {
    program: &'p Program,
    blocks: Vec<Block>,
    extents: BTreeMap<StmtId, Extent>,
    /// The block being filled; unreachable ones are filled too.
    current: usize,
    breaks: Vec<usize>,
    continues: Vec<usize>,
    labels: HashMap<LabelId, usize>,
    gotos: Vec<(usize, Option<LabelId>)>,
    /// The block that ends in the selection, per enclosing `switch`, and
    /// whether a `default` was seen.
    switches: Vec<(usize, bool)>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program) -> Builder<'p> {
        Builder {
            program,
            blocks: vec![Block::default(), Block::default()],
            extents: BTreeMap::new(),
            current: 0,
            breaks: Vec::new(),
            continues: Vec::new(),
            labels: HashMap::default(),
            gotos: Vec::new(),
            switches: Vec::new(),
        }
    }

    fn finish(mut self) -> ControlFlow {
        self.edge(self.current, END);
        let all: Vec<usize> = self.labels.values().copied().collect();
        for (from, label) in std::mem::take(&mut self.gotos) {
            match label {
                Some(label) => {
                    let target = self.labels.get(&label).copied().unwrap_or(END);
                    self.edge(from, target);
                }
                None => all.iter().for_each(|target| self.edge(from, *target)),
            }
        }
        ControlFlow { blocks: self.blocks, extents: self.extents }
    }

    fn block(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.blocks.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize) {
        if !self.blocks[from].successors.contains(&to) {
            self.blocks[from].successors.push(to);
        }
    }

    /// Goes on in `block`.
    fn go_to(&mut self, block: usize) {
        self.edge(self.current, block);
        self.current = block;
    }

    /// Starts a block that nothing falls into.
    fn start(&mut self, block: usize) {
        self.current = block;
    }

    /// After a jump: what follows is unreachable unless labelled.
    fn jump(&mut self, to: usize) {
        self.edge(self.current, to);
        let dead = self.block();
        self.start(dead);
    }

    fn expr(&mut self, expr: ExprId) {
        let events = of_expr(self.program, expr);
        self.blocks[self.current].events.extend(events);
    }

    /// Statement nesting is bounded by the parser, so recursion is too.
    fn stmt(&mut self, stmt: StmtId) {
        match &self.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|s| self.stmt(*s)),
            StmtKind::If { cond, then, otherwise } => self.branch(*cond, *then, *otherwise),
            StmtKind::While { cond, body } => self.in_extent(stmt, |b| b.while_loop(*cond, *body)),
            StmtKind::DoWhile { body, cond } => self.in_extent(stmt, |b| b.do_loop(*body, *cond)),
            StmtKind::For { init, cond, step, body } => {
                init.iter().for_each(|init| self.stmt(*init));
                self.in_extent(stmt, |b| b.for_loop(*cond, *step, *body));
            }
            StmtKind::Switch { cond, body } => self.switch(*cond, *body),
            StmtKind::Case { body, .. } => self.case(*body),
            StmtKind::Default(body) => {
                if let Some(switch) = self.switches.last_mut() {
                    switch.1 = true;
                }
                self.case(*body);
            }
            StmtKind::Label { label, body } => {
                let target = self.block();
                self.labels.insert(*label, target);
                self.go_to(target);
                self.stmt(*body);
            }
            StmtKind::Goto(label) => {
                self.gotos.push((self.current, Some(*label)));
                self.dead_end();
            }
            StmtKind::GotoComputed(target) => {
                self.expr(*target);
                self.gotos.push((self.current, None));
                self.dead_end();
            }
            StmtKind::Continue => self.jump_to(self.continues.last().copied()),
            StmtKind::Break => self.jump_to(self.breaks.last().copied()),
            StmtKind::Return(value) => {
                value.iter().for_each(|value| self.expr(*value));
                self.jump(END);
            }
            StmtKind::Kernel { body, .. } | StmtKind::Singular { body, .. } => {
                self.own_events(stmt);
                self.in_extent(stmt, |b| b.stmt(*body));
            }
            StmtKind::Annotated { body, .. } => {
                self.own_events(stmt);
                self.stmt(*body);
            }
            _ => self.own_events(stmt),
        }
    }

    fn own_events(&mut self, stmt: StmtId) {
        let events = of_stmt_itself(self.program, stmt);
        self.blocks[self.current].events.extend(events);
    }

    fn dead_end(&mut self) {
        let dead = self.block();
        self.start(dead);
    }

    fn jump_to(&mut self, target: Option<usize>) {
        // A stray `break` was reported; control goes nowhere.
        self.jump(target.unwrap_or(END));
    }

    /// Gives the statement an entry block and a range of its own.
    fn in_extent(&mut self, stmt: StmtId, build: impl FnOnce(&mut Self)) {
        let entry = self.block();
        self.go_to(entry);
        build(self);
        let after = self.block();
        self.go_to(after);
        self.extents.insert(stmt, Extent { blocks: entry..after, after });
    }

    fn branch(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        self.expr(cond);
        let from = self.current;
        let then_block = self.block();
        self.edge(from, then_block);
        self.start(then_block);
        self.stmt(then);
        let then_end = self.current;
        let else_end = match otherwise {
            Some(otherwise) => {
                let else_block = self.block();
                self.edge(from, else_block);
                self.start(else_block);
                self.stmt(otherwise);
                self.current
            }
            None => from,
        };
        let join = self.block();
        self.edge(then_end, join);
        self.edge(else_end, join);
        self.start(join);
    }

    fn while_loop(&mut self, cond: ExprId, body: StmtId) {
        self.for_loop(Some(cond), None, body);
    }

    /// `head: cond → body | exit; body → step → head`.
    fn for_loop(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let head = self.block();
        self.go_to(head);
        cond.iter().for_each(|cond| self.expr(*cond));
        let test = self.current;
        let (step_block, exit) = (self.block(), self.block());
        self.loop_body(body, step_block, exit);
        self.go_to(step_block);
        step.iter().for_each(|step| self.expr(*step));
        self.edge(self.current, head);
        let body_entry = self.extents.get(&body).map(|extent| extent.blocks.start);
        body_entry.iter().for_each(|entry| self.edge(test, *entry));
        if cond.is_some() {
            self.edge(test, exit);
        }
        self.start(exit);
    }

    fn do_loop(&mut self, body: StmtId, cond: ExprId) {
        let head = self.block();
        self.go_to(head);
        let (test, exit) = (self.block(), self.block());
        self.loop_body(body, test, exit);
        self.go_to(test);
        self.expr(cond);
        self.edge(self.current, head);
        self.edge(self.current, exit);
        let body_entry = self.extents.get(&body).map(|extent| extent.blocks.start);
        body_entry.iter().for_each(|entry| self.edge(head, *entry));
        self.start(exit);
    }

    /// Builds a body that nothing falls into yet, and leaves its end current.
    fn loop_body(&mut self, body: StmtId, next: usize, exit: usize) {
        self.breaks.push(exit);
        self.continues.push(next);
        let entry = self.block();
        self.start(entry);
        self.stmt(body);
        let end = self.blocks.len();
        self.extents.insert(body, Extent { blocks: entry..end, after: next });
        self.breaks.pop();
        self.continues.pop();
    }

    fn switch(&mut self, cond: ExprId, body: StmtId) {
        self.expr(cond);
        let from = self.current;
        let exit = self.block();
        self.switches.push((from, false));
        self.breaks.push(exit);
        let before_first_case = self.block();
        self.start(before_first_case);
        self.stmt(body);
        self.breaks.pop();
        let has_default = self.switches.pop().is_some_and(|(_, default)| default);
        if !has_default {
            self.edge(from, exit);
        }
        self.go_to(exit);
    }

    fn case(&mut self, body: StmtId) {
        let target = self.block();
        if let Some((from, _)) = self.switches.last().copied() {
            self.edge(from, target);
        }
        self.go_to(target);
        self.stmt(body);
    }
}
