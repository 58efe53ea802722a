//! One kernel on its way to loops: its sizes, its names, and what is asked of its body.
//!
//! Sizes on which all launches agree are numbers. What is not known becomes a parameter, and
//! the launches pass it:
//!
//! ```c
//! void scale(float *a, int blocks, int threads)
//! ```

use std::collections::{HashMap, HashSet};

use hir::{
    Axis, BinaryOp, Builder, CastKind, ExprId, ExprKind, FunctionId, GridQuery, Init, Item, Span, StmtId,
    StmtKind, Type, VarId,
};

use crate::grid::{Launch, agreed, grid_query, number, without_casts, without_conversions};

/// Why a kernel cannot be raised.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub span: Span,
    pub reason: String,
    pub help: Option<String>,
}

impl Refusal {
    pub(crate) fn new(span: Span, reason: impl Into<String>) -> Refusal {
        Refusal { span, reason: reason.into(), help: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Refusal {
        Refusal { help: Some(help.into()), ..self }
    }
}

/// A kernel being raised.
pub(crate) struct Kernel<'a, 'p> {
    pub b: &'a mut Builder<'p>,
    pub function: FunctionId,
    /// Variables of the program that something changes after their declaration.
    pub changed: &'a HashSet<VarId>,
    pub launches: &'a [Launch],
    /// Sizes that became parameters.
    pub sizes: Vec<(GridQuery, Axis, VarId)>,
    /// The bytes of `extern __shared__`, where they are a parameter.
    pub shared_bytes: Option<VarId>,
    /// Names that are in use in the kernel.
    pub taken: HashSet<String>,
    /// Variables that are declared with the one value they ever get, since the body is in normal
    /// form.
    pub settled: HashSet<VarId>,
}

impl<'a, 'p> Kernel<'a, 'p> {
    pub(crate) fn new(
        b: &'a mut Builder<'p>,
        function: FunctionId,
        changed: &'a HashSet<VarId>,
        launches: &'a [Launch],
    ) -> Kernel<'a, 'p> {
        let mut taken = HashSet::new();
        let is_of_file = |var: &hir::Var| {
            use hir::VarStorage::{Extern, Global, Internal};
            matches!(var.storage, Extern | Global | Internal)
        };
        let own = b.program.vars.iter().filter(|(_, var)| var.owner == Some(function) || is_of_file(var));
        let names: Vec<hir::Symbol> = own.filter_map(|(_, var)| var.name).collect();
        taken.extend(names.into_iter().map(|name| b.sources.text(name).into_owned()));
        taken.extend(b.program.functions.iter().map(|(_, f)| b.sources.text(f.name).into_owned()));
        Kernel {
            b,
            function,
            changed,
            launches,
            sizes: Vec::new(),
            shared_bytes: None,
            taken,
            settled: HashSet::new(),
        }
    }

    /// A new variable whose name nothing else has here.
    pub(crate) fn fresh(&mut self, name: &str, ty: Type) -> VarId {
        let mut candidate = name.to_owned();
        let mut next = 2;
        while self.taken.contains(&candidate) {
            candidate = format!("{name}{next}");
            next += 1;
        }
        self.taken.insert(candidate.clone());
        self.b.local(&candidate, ty)
    }

    /// Does something change the variable after its declaration?
    pub(crate) fn is_changed(&self, var: VarId) -> bool {
        self.changed.contains(&var) && !self.settled.contains(&var)
    }

    /// The size on which all launches agree.
    pub(crate) fn known_size(&self, query: GridQuery, axis: Axis) -> Option<i128> {
        let sizes = self.launches.iter().map(|launch| match query {
            GridQuery::GridSize => launch.grid[number(axis)],
            _ => launch.block[number(axis)],
        });
        agreed(self.b.program, self.changed, sizes)
    }

    /// Is the grid, and each block, of one thread along an axis?
    pub(crate) fn is_flat(&self, axis: Axis) -> bool {
        self.known_size(GridQuery::GridSize, axis) == Some(1)
            && self.known_size(GridQuery::BlockSize, axis) == Some(1)
    }

    /// A size as an `int`: a number, or a parameter.
    pub(crate) fn size(&mut self, query: GridQuery, axis: Axis) -> ExprId {
        if let Some(known) = self.known_size(query, axis) {
            return self.b.int(i64::try_from(known).unwrap_or(i64::MAX));
        }
        if let Some((_, _, var)) = self.sizes.iter().find(|(q, a, _)| (*q, *a) == (query, axis)) {
            return self.b.var(*var);
        }
        let word = if query == GridQuery::GridSize { "blocks" } else { "threads" };
        let name = self.axis_name(word, axis);
        let var = self.fresh(&name, Type::INT);
        self.sizes.push((query, axis, var));
        self.b.var(var)
    }

    /// `thread` where the grid has one dimension, `thread_x` where it has more.
    pub(crate) fn axis_name(&self, word: &str, axis: Axis) -> String {
        let is_line = self.is_flat(Axis::Y) && self.is_flat(Axis::Z);
        match axis {
            Axis::X if is_line => word.to_owned(),
            Axis::X => format!("{word}_x"),
            Axis::Y => format!("{word}_y"),
            Axis::Z => format!("{word}_z"),
        }
    }

    /// An `int` in the place of an unsigned number of the grid: converted where that is
    /// different.
    pub(crate) fn as_unsigned(&mut self, value: ExprId) -> ExprId {
        if self.b.program.exprs[value].ty.unqualified() == Type::UINT {
            return value;
        }
        let cast = ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand: value };
        self.b.expr(cast, Type::UINT)
    }

    /// What a grid variable is, asked about one expression.
    pub(crate) fn query(&self, expr: ExprId) -> Option<(GridQuery, Axis)> {
        grid_query(self.b.program, self.b.sources, expr)
    }

    pub(crate) fn kind(&self, expr: ExprId) -> ExprKind {
        self.b.program.exprs[expr].kind.clone()
    }

    pub(crate) fn span_of(&self, stmt: StmtId) -> Span {
        self.b.program.stmts[stmt].span
    }

    /// The only variable of a declaration, with its value.
    pub(crate) fn declared_value(&self, stmt: StmtId) -> Option<(VarId, ExprId)> {
        let StmtKind::Decl(items) = &self.b.program.stmts[stmt].kind else { return None };
        let [Item::Var { var, with_init: true, .. }] = items.as_slice() else { return None };
        match self.b.program.vars[*var].init {
            Some(Init::Expr(value)) => Some((*var, value)),
            _ => None,
        }
    }

    /// Where a variable is mentioned below a statement, so often.
    pub(crate) fn mentions(&self, stmts: &[StmtId]) -> HashMap<VarId, usize> {
        let mut counts = HashMap::new();
        for &stmt in stmts {
            for expr in self.b.program.exprs_below(stmt) {
                if let ExprKind::Var(var) = self.b.program.exprs[expr].kind {
                    *counts.entry(var).or_default() += 1;
                }
            }
        }
        counts
    }
}

/// Values that never change once they are declared: how `tx` stands for `threadIdx.x`.
pub(crate) struct Aliases {
    pub values: HashMap<VarId, ExprId>,
}

impl Aliases {
    /// Those of the declarations among these statements.
    pub(crate) fn of(kernel: &Kernel<'_, '_>, stmts: &[StmtId]) -> Aliases {
        let declared = stmts.iter().filter_map(|&stmt| kernel.declared_value(stmt));
        let values = declared.filter(|(var, _)| !kernel.is_changed(*var)).collect();
        Aliases { values }
    }

    /// The grid variable that an expression is, also by another name.
    pub(crate) fn query(&self, kernel: &Kernel<'_, '_>, expr: ExprId) -> Option<(GridQuery, Axis)> {
        let at = without_casts(kernel.b.program, expr);
        match kernel.b.program.exprs[at].kind {
            ExprKind::Var(var) => self.values.get(&var).and_then(|value| self.query(kernel, *value)),
            _ => kernel.query(at),
        }
    }

    /// Is it the size of a block along the axis?
    fn is_block_size(&self, kernel: &Kernel<'_, '_>, expr: ExprId, axis: Axis) -> bool {
        if self.query(kernel, expr) == Some((GridQuery::BlockSize, axis)) {
            return true;
        }
        let value = crate::grid::constant(kernel.b.program, kernel.changed, expr);
        value.is_some() && value == kernel.known_size(GridQuery::BlockSize, axis)
    }

    fn is_grid_size(&self, kernel: &Kernel<'_, '_>, expr: ExprId, axis: Axis) -> bool {
        if self.query(kernel, expr) == Some((GridQuery::GridSize, axis)) {
            return true;
        }
        let value = crate::grid::constant(kernel.b.program, kernel.changed, expr);
        value.is_some() && value == kernel.known_size(GridQuery::GridSize, axis)
    }

    /// The axis whose global index an expression is: `blockIdx.x * blockDim.x + threadIdx.x`.
    pub(crate) fn global_index(&self, kernel: &Kernel<'_, '_>, expr: ExprId) -> Option<Axis> {
        let program = &*kernel.b.program;
        let at = without_casts(program, expr);
        match &program.exprs[at].kind {
            ExprKind::Var(var) => self.values.get(var).and_then(|v| self.global_index(kernel, *v)),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let sums = [(*lhs, *rhs), (*rhs, *lhs)];
                sums.into_iter().find_map(|(first, thread)| {
                    let (GridQuery::ThreadIndex, axis) = self.query(kernel, thread)? else { return None };
                    self.is_first_of_block(kernel, first, axis).then_some(axis)
                })
            }
            _ => None,
        }
    }

    /// `blockIdx.x * blockDim.x`
    fn is_first_of_block(&self, kernel: &Kernel<'_, '_>, expr: ExprId, axis: Axis) -> bool {
        let program = &*kernel.b.program;
        let at = without_casts(program, expr);
        let (a, b) = match &program.exprs[at].kind {
            ExprKind::Var(var) => {
                let value = self.values.get(var);
                return value.is_some_and(|value| self.is_first_of_block(kernel, *value, axis));
            }
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => (*lhs, *rhs),
            ExprKind::Call { callee, args } => {
                let is_product = program.called_function(*callee).is_some_and(|called| {
                    let name = kernel.b.sources.text(program.functions[called].name);
                    ["__mul24", "__umul24"].contains(&&*name)
                });
                let [a, b] = args.as_slice() else { return false };
                if !is_product {
                    return false;
                }
                (*a, *b)
            }
            _ => return false,
        };
        let is = |block: ExprId, size: ExprId| {
            self.query(kernel, block) == Some((GridQuery::BlockIndex, axis))
                && self.is_block_size(kernel, size, axis)
        };
        is(a, b) || is(b, a)
    }

    /// Is it the number of all threads along an axis: `blockDim.x * gridDim.x`?
    pub(crate) fn is_all_threads(&self, kernel: &Kernel<'_, '_>, expr: ExprId, axis: Axis) -> bool {
        let program = &*kernel.b.program;
        let at = without_casts(program, expr);
        match &program.exprs[at].kind {
            ExprKind::Var(var) => self.values.get(var).is_some_and(|v| self.is_all_threads(kernel, *v, axis)),
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                let is = |a: ExprId, b: ExprId| {
                    self.is_block_size(kernel, a, axis) && self.is_grid_size(kernel, b, axis)
                };
                is(*lhs, *rhs) || is(*rhs, *lhs)
            }
            _ => false,
        }
    }
}

/// The statements of a block, or the statement alone.
pub(crate) fn statements(b: &Builder<'_>, stmt: StmtId) -> Vec<StmtId> {
    match &b.program.stmts[stmt].kind {
        StmtKind::Block(stmts) => stmts.clone(),
        StmtKind::Empty => Vec::new(),
        _ => vec![stmt],
    }
}

/// The variable below conversions.
pub(crate) fn plain_variable(b: &Builder<'_>, expr: ExprId) -> Option<VarId> {
    match b.program.exprs[without_conversions(b.program, expr)].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}
