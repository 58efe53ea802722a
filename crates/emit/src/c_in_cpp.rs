//! What C may say and C++ may not, said in another way.
//!
//! ```text
//! v |= 2;  v++;            (an enum)           v = (enum e)(v | 2);  v = (enum e)(v + 1);
//! goto out; int z = f();   (jumped over)       int z;  z = f();
//! char t[3] = "abc";       (no room for a 0)   char t[3] = {'a', 'b', 'c'};
//! ```
//! Conversions that C++ wants to be told are [`crate::implied`]'s, names that it has taken [`crate::reserved`]'s.

use std::collections::{HashMap, HashSet};

use hir::{
    BinaryOp, BuiltinType, ExprId, ExprKind, FunctionId, IncDec, Init, Item, LabelId, Node, Program, StmtId,
    StmtKind, StringLiteral, Type, VarId, VarStorage,
};

use crate::{Precedence, Printer};

impl Printer<'_> {
    /// Is this an update that C++ has no operator for?
    pub(crate) fn is_spelled_out(&self, expr: ExprId) -> bool {
        self.is_cuda() && self.program.has_no_operator_in_cpp(expr)
    }

    fn is_bool(&self, expr: ExprId) -> bool {
        self.program.types.as_builtin(self.program.exprs[expr].ty) == Some(BuiltinType::Bool)
    }

    /// The update as an assignment. What is updated is mentioned twice; if naming it does something, it is named once.
    pub(crate) fn spelled_out(&mut self, expr: ExprId) {
        let (target, is_postfix) = match self.program.exprs[expr].kind {
            ExprKind::AssignOp { lhs, .. } => (lhs, false),
            ExprKind::IncDec { operand, prefix, .. } => (operand, !prefix),
            _ => return,
        };
        let named = self.captured(|p| p.operand(target, Precedence::Unary));
        if !is_postfix && !self.program.acts(target) {
            return self.assignment(expr, target, &named);
        }
        let (updated, before) = (self.unused("updated"), self.unused("before"));
        self.out.write(&format!("({{ auto &{updated} = {named}; "));
        self.out.write(&if is_postfix { format!("auto {before} = {updated}; ") } else { String::new() });
        self.assignment(expr, target, &updated);
        self.out.write(&if is_postfix { format!("; {before}; }})") } else { String::from("; })") });
    }

    /// How tightly the text of such an update holds together.
    pub(crate) fn spelled_out_precedence(&self, expr: ExprId) -> Precedence {
        match self.program.exprs[expr].kind {
            ExprKind::AssignOp { lhs: target, .. }
            | ExprKind::IncDec { operand: target, prefix: true, .. }
                if !self.program.acts(target) =>
            {
                Precedence::Assignment
            }
            _ => Precedence::Primary,
        }
    }

    /// `v = (enum e)(v | 2)`, `b = b - 1`
    fn assignment(&mut self, expr: ExprId, target: ExprId, named: &str) {
        let ty = self.program.exprs[target].ty.unqualified();
        let (before, after) = match self.is_bool(target) {
            true => (String::new(), ""),
            false => (format!("({})(", self.type_text(ty)), ")"),
        };
        self.out.write(&format!("{named} = {before}{named}"));
        match self.program.exprs[expr].kind {
            ExprKind::AssignOp { op, rhs, .. } if is_modular(op) => {
                self.out.write(&format!(" {} ", op.text()));
                self.right_operand(op, rhs);
            }
            ExprKind::AssignOp { op, rhs, .. } => self.operator_and_right(expr, op, rhs),
            ExprKind::IncDec { op: IncDec::Dec, .. } => self.out.write(" - 1"),
            _ => self.out.write(" + 1"),
        }
        self.out.write(after);
    }

    /// An expression whose value nobody asks for.
    pub(crate) fn effect(&mut self, expr: ExprId) {
        match self.program.exprs[expr].kind {
            ExprKind::IncDec { operand, .. } if self.is_spelled_out(expr) && !self.program.acts(operand) => {
                let named = self.captured(|p| p.operand(operand, Precedence::Unary));
                self.assignment(expr, operand, &named);
            }
            _ => self.expr(expr),
        }
    }

    /// The initialisation of a variable that jumps pass over, as a statement after its declaration.
    pub(crate) fn initialised_later(&mut self, var: VarId) {
        let program = self.program;
        let declared = &program.vars[var];
        let (name, Some(init)) = (self.var_name(var), &declared.init) else { return };
        let ty = self.type_text(declared.ty.unqualified());
        match init {
            _ if program.types.is_array(declared.ty) => {
                self.out.write(&format!("memcpy({name}, ({ty})"));
                self.braced(init);
                self.out.write(&format!(", sizeof({name}))"));
            }
            Init::Expr(value) => {
                self.out.write(&format!("{name} = "));
                self.converted_to(*value, declared.ty);
            }
            Init::List { .. } | Init::Construct(_) => {
                self.out.write(&format!("{name} = ({ty})"));
                self.braced(init);
            }
        }
        self.out.line(";");
    }

    /// The characters of a string that fills its array, which is no string in C++.
    pub(crate) fn characters(&self, value: ExprId, array: Type) -> Option<String> {
        let literal = self.program.filling_string(value, array).filter(|_| self.is_cuda())?;
        Some(characters(literal))
    }
}

/// `{'a', 'b', 'c'}`
fn characters(literal: &StringLiteral) -> String {
    let units = literal.units.iter().map(|unit| match char::from_u32(*unit) {
        Some(c) if matches!(c, ' '..='~') && !matches!(c, '\'' | '\\') => format!("'{c}'"),
        _ => format!("(char){unit}"),
    });
    format!("{{{}}}", units.collect::<Vec<_>>().join(", "))
}

/// Are the lower bits of the result those of the operands' lower bits, signed or not?
pub(crate) fn is_modular(op: BinaryOp) -> bool {
    use BinaryOp as Op;
    matches!(op, Op::Add | Op::Sub | Op::Mul | Op::BitAnd | Op::BitOr | Op::BitXor | Op::Shl)
}

/// The variables of a function that some `goto` or `switch` jumps to behind their initialisation.
pub(crate) fn jumped_over(program: &Program, function: FunctionId) -> HashSet<VarId> {
    let Some(body) = program.functions[function].body else { return HashSet::new() };
    let is_jump =
        |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Goto(_) | StmtKind::Switch { .. });
    if !program.stmts_below(body).any(is_jump) {
        return HashSet::new();
    }
    let mut walk = Walk {
        program,
        next: 0,
        jumps: Vec::new(),
        gotos: Vec::new(),
        labels: HashMap::new(),
        scopes: Vec::new(),
    };
    walk.block(Node::Stmt(body), 0);
    let gotos = walk.gotos.iter().filter_map(|(from, label)| Some((*from, *walk.labels.get(label)?)));
    let jumps: Vec<(usize, usize)> = gotos.chain(walk.jumps.iter().copied()).collect();
    let is_passed = |scope: &&Scope| jumps.iter().any(|(from, to)| scope.has(*to) && !scope.has(*from));
    walk.scopes.iter().filter(is_passed).flat_map(|scope| scope.vars.iter().copied()).collect()
}

/// Numbers the statements of a function as they stand in the text, and finds its jumps and scopes.
struct Walk<'a> {
    program: &'a Program,
    next: usize,
    /// From the `switch` to its `case`s.
    jumps: Vec<(usize, usize)>,
    gotos: Vec<(usize, LabelId)>,
    labels: HashMap<LabelId, usize>,
    scopes: Vec<Scope>,
}

/// From behind a declaration to the end of its block.
struct Scope {
    begin: usize,
    end: usize,
    vars: Vec<VarId>,
}

impl Scope {
    fn has(&self, place: usize) -> bool {
        self.begin <= place && place < self.end
    }
}

impl Walk<'_> {
    /// What ends the scopes that begin in it.
    fn block(&mut self, block: Node, switch: usize) {
        let first = self.scopes.len();
        self.children(block, switch);
        let end = self.next;
        self.scopes[first..]
            .iter_mut()
            .filter(|scope| scope.end == usize::MAX)
            .for_each(|scope| scope.end = end);
    }

    fn children(&mut self, of: Node, switch: usize) {
        for child in self.program.children_with_stmts(of) {
            match child {
                Node::Stmt(stmt) => self.stmt(stmt, switch),
                Node::Expr(_) => self.children(child, switch),
            }
        }
    }

    fn stmt(&mut self, stmt: StmtId, switch: usize) {
        self.next += 1;
        let here = self.next;
        match &self.program.stmts[stmt].kind {
            StmtKind::Goto(label) => self.gotos.push((here, *label)),
            StmtKind::Label { label, .. } => {
                self.labels.insert(*label, here);
            }
            StmtKind::Case { .. } | StmtKind::Default(_) => self.jumps.push((switch, here)),
            StmtKind::Switch { .. } => return self.block(Node::Stmt(stmt), here),
            StmtKind::Block(_) | StmtKind::For { .. } => return self.block(Node::Stmt(stmt), switch),
            StmtKind::Decl(items) => {
                let initialised = items.iter().filter_map(|item| match item {
                    Item::Var { var, with_init: true, .. } => Some(*var),
                    _ => None,
                });
                let is_automatic = |var: &VarId| self.program.vars[*var].storage == VarStorage::Local;
                let vars: Vec<VarId> = initialised.filter(is_automatic).collect();
                if !vars.is_empty() {
                    self.scopes.push(Scope { begin: here + 1, end: usize::MAX, vars });
                }
            }
            _ => {}
        }
        self.children(Node::Stmt(stmt), switch);
    }
}
