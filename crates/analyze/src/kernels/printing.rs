//! `printf` in a kernel.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread independent
//! for (i = 0; i < n; i++)
//!     if (a[i] < 0) printf("a[%d] = %g\n", i, a[i]);
//! ```
//! Devices have `printf` with literal formats, for its effect alone. Iterations print the lines of
//! the sequential program, each when its thread gets there: the order is another one, of which the
//! user is warned unless the loop says `independent`. Outside loops that share out all blocks and
//! threads, every thread would print.

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveKind, ExprId, ExprKind, Node, Program, Span, StmtId, StmtKind};

use crate::{Input, KernelFacts};

/// Does a kernel print? Reports what a device cannot print, and how.
pub fn check(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) -> bool {
    let around = Around::default();
    let mut search = Search { input, kernel, around, statement: None, prints: false, sink };
    search.node(Node::Stmt(kernel.body));
    search.prints
}

/// What the statements around one say of who runs it.
#[derive(Clone, Copy, Default)]
struct Around {
    /// How many dimensions of the grid loops share out, and of the block.
    shared_out: [usize; 2],
    is_singular: bool,
    is_independent: bool,
}

struct Search<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    around: Around,
    /// The expression that the present statement is.
    statement: Option<ExprId>,
    prints: bool,
    sink: &'a mut Sink,
}

impl Search<'_, '_> {
    /// Statement nesting is bounded by the parser, and called bodies do not recurse.
    fn node(&mut self, node: Node) {
        let program = self.input.program;
        let before = self.around;
        match node {
            Node::Stmt(stmt) => self.enter(stmt),
            Node::Expr(expr) => self.expr(expr),
        }
        program.children(node).into_iter().for_each(|child| self.node(child));
        if let Node::Expr(expr) = node
            && let Some(instance) = program.instances.get(&expr)
        {
            self.node(Node::Stmt(instance.body));
        }
        self.around = before;
    }

    fn enter(&mut self, stmt: StmtId) {
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Annotated { directive, .. } => {
                if let DirectiveKind::LoopPartition(clauses) = &program.directives[*directive].kind {
                    let [blocks, threads] = &mut self.around.shared_out;
                    *blocks += usize::from(clauses.over_tblock.is_some());
                    *threads += usize::from(clauses.over_thread);
                    self.around.is_independent |= clauses.independent;
                }
            }
            StmtKind::Singular { .. } => self.around.is_singular = true,
            StmtKind::Expr(expr) => self.statement = Some(program.without_casts(*expr)),
            _ => {}
        }
    }

    fn expr(&mut self, expr: ExprId) {
        let program = self.input.program;
        let ExprKind::Call { callee, args } = &program.exprs[expr].kind else { return };
        if !program.called_function(*callee).is_some_and(|function| self.input.prints(function)) {
            return;
        }
        let at = self.input.span(expr);
        if self.statement != Some(expr) {
            self.sink.push(value_is_used(at));
        }
        for arg in args {
            if program.types.is_pointer(program.exprs[*arg].ty) && literal(program, *arg).is_none() {
                self.sink.push(is_no_literal(self.input.span(*arg)));
            }
        }
        if args.first().and_then(|format| literal(program, *format)).is_some_and(stores_count) {
            self.sink.push(cannot_store(at));
        }
        let [blocks, threads] = self.around.shared_out;
        let (grid, block) = (&self.kernel.block_sizes, &self.kernel.thread_sizes);
        let by_one_block = blocks >= grid.len() || is_one(grid);
        let by_one_thread = self.around.is_singular || threads >= block.len() || is_one(block);
        if !(by_one_block && by_one_thread) {
            self.sink.push(by_every_thread(at));
        } else if !(self.prints || self.around.is_independent || is_one(grid) && is_one(block)) {
            self.sink.push(in_any_order(at));
        }
        self.prints = true;
    }
}

fn is_one(sizes: &[Option<u64>]) -> bool {
    sizes.iter().all(|size| *size == Some(1))
}

/// The characters of a string literal.
pub fn literal(program: &Program, expr: ExprId) -> Option<&[u32]> {
    match &program.exprs[program.without_casts(expr)].kind {
        ExprKind::String(literal) => Some(&literal.units),
        _ => None,
    }
}

/// Does a format have `%n`, which stores how much was printed?
fn stores_count(format: &[u32]) -> bool {
    let is_flag = |unit: &u32| char::from_u32(*unit).is_some_and(|c| "-+ #0123456789.*hljzt".contains(c));
    let mut rest = format;
    while let Some(at) = rest.iter().position(|unit| *unit == u32::from('%')) {
        rest = &rest[at + 1..];
        let conversion = rest.iter().position(|unit| !is_flag(unit)).unwrap_or(rest.len());
        if rest.get(conversion) == Some(&u32::from('n')) {
            return true;
        }
        rest = rest.get(conversion + 1..).unwrap_or_default();
    }
    false
}

fn refused(at: Span, why: &str) -> Diagnostic {
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, format!("this `printf` cannot be in a kernel: {why}"))
}

fn value_is_used(at: Span) -> Diagnostic {
    refused(at, "its value is used")
        .note("on devices it is another number")
        .help("call it in a statement of its own")
}

fn is_no_literal(at: Span) -> Diagnostic {
    refused(at, "this text is not written here")
        .help("write a string literal; the host's strings are not on the device")
}

fn cannot_store(at: Span) -> Diagnostic {
    refused(at, "`%n` stores a number on the host").help("leave `%n` out")
}

fn by_every_thread(at: Span) -> Diagnostic {
    refused(at, "every thread would print it")
        .note("statements outside the loops that are shared out run in all blocks and threads")
        .help("print in a loop that is shared out over blocks and threads, or after the kernel")
}

fn in_any_order(at: Span) -> Diagnostic {
    let message = "threads print this in another order than the sequential program";
    Diagnostic::new(&codes::PRINTED_IN_ANY_ORDER, at, message).help(
        "add `independent` to the loop's directive if the order does not matter, or print after the kernel",
    )
}
