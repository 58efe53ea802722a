//! Names for what the compiler adds to a kernel, none of which the user has.

use std::collections::HashSet;

use hir::{Builder, ExprKind, Node, Program, Symbol, Type, VarId};
use kir::{Kernel, Stmt};

/// The names taken in a kernel.
pub struct Names {
    taken: HashSet<Symbol>,
    /// Those of them that several scopes beside each other may have.
    repeated: HashSet<Symbol>,
}

impl Names {
    /// The names of parameters, locals and shared arrays, and those that the
    /// body mentions.
    pub fn of(kernel: &Kernel, b: &Builder<'_>) -> Names {
        let params = kernel.params.iter().map(|p| p.var);
        let shared = kernel.shared.iter().map(|(_, s)| s.var);
        let vars = params.chain(kernel.locals.iter().copied()).chain(shared);
        let mut taken: HashSet<Symbol> = vars.filter_map(|v| b.program.vars[v].name).collect();
        taken.insert(kernel.name);
        let mut names = Names { taken, repeated: HashSet::new() };
        names.take_body(b.program, &kernel.body);
        names
    }

    fn take_body(&mut self, program: &Program, body: &Stmt) {
        let mut pending = vec![body];
        while let Some(stmt) = pending.pop() {
            match stmt {
                Stmt::Plain(plain) => self.take_mentioned(program, Node::Stmt(*plain)),
                Stmt::Barrier(_) | Stmt::Transfer(_) => {}
                Stmt::Block(stmts) => pending.extend(stmts),
                Stmt::If { cond, then, otherwise } => {
                    self.take_mentioned(program, Node::Expr(*cond));
                    pending.push(then);
                    pending.extend(otherwise.as_deref());
                }
                Stmt::For { init, body, .. } => {
                    init.iter().for_each(|init| self.take_mentioned(program, Node::Stmt(*init)));
                    pending.push(body);
                }
                Stmt::Singular(body) => pending.push(body),
                Stmt::Partition(p) => {
                    self.taken.extend(program.vars[p.index].name);
                    for var in p.batch.into_iter().flat_map(|batch| [batch.base, batch.lane]) {
                        self.taken.extend(program.vars[var].name);
                    }
                    pending.push(&p.body);
                }
            }
        }
    }

    /// Variables and functions that are used or declared below a node.
    fn take_mentioned(&mut self, program: &Program, root: Node) {
        for node in program.nodes(root) {
            match node {
                Node::Expr(expr) => match program.exprs[expr].kind {
                    ExprKind::Var(var) => self.taken.extend(program.vars[var].name),
                    ExprKind::Function(function) => {
                        self.taken.insert(program.functions[function].name);
                    }
                    _ => {}
                },
                Node::Stmt(stmt) => {
                    let names = program.declared(stmt).filter_map(|var| program.vars[var].name);
                    self.taken.extend(names);
                }
            }
        }
    }

    /// A new local variable called `wanted`, or `wanted2`, `wanted3`, … if
    /// that is taken.
    pub fn local(&mut self, b: &mut Builder<'_>, wanted: &str, ty: Type) -> VarId {
        let mut name = wanted.to_string();
        let mut counter = 1;
        while !self.taken.insert(b.symbol(&name)) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        b.local(&name, ty)
    }

    /// A new variable of a scope that no other generated scope is inside of:
    /// it can have the name that such a variable has elsewhere.
    pub fn scoped(&mut self, b: &mut Builder<'_>, wanted: &str, ty: Type) -> VarId {
        let name = b.symbol(wanted);
        if self.repeated.contains(&name) {
            return b.local(wanted, ty);
        }
        if !self.taken.contains(&name) {
            self.repeated.insert(name);
        }
        self.local(b, wanted, ty)
    }
}
