//! Questions about expressions that every phase asks.
//!
//! ```c
//! (float)a[i][2 * j]      without_casts: a[i][2 * j]
//!                         element: a, [i, 2 * j]      mentions: a, i, j
//! ```
//! Nothing here evaluates or assumes anything: the answers are about what is written.

use source::{SourceMap, Sources};

use crate::{
    BinaryOp, DirectiveId, DirectiveKind, ExprId, ExprKind, FunctionId, Item, Node, Program, Qualifiers,
    RecordId, StmtId, StmtKind, Type, UseDevice, VarId,
};

impl Program {
    /// The threads of a block that a kernel demands: OpenCL's `reqd_work_group_size(16, 16, 1)`.
    pub fn required_block(&self, sources: &Sources, kernel: FunctionId) -> Option<[u64; 3]> {
        let is_it = |name| sources.text(name).trim_matches('_') == "reqd_work_group_size";
        let mut attributes = self.functions[kernel].attrs.iter().filter(|attribute| is_it(attribute.name));
        let args = sources.text(attributes.next()?.args?).into_owned();
        let numbers = args.trim_matches(['(', ')', ' ']).split(',').map(|number| number.trim().parse().ok());
        numbers.collect::<Option<Vec<u64>>>()?.try_into().ok()
    }

    /// The type of the element or member that an initialiser's entry of this number is for.
    pub fn part_type(&self, ty: Type, index: u64) -> Option<Type> {
        let of_member = |record: RecordId| {
            let fields = self.records[record].fields.as_deref()?;
            fields.get(usize::try_from(index).ok()?).map(|field| field.ty)
        };
        self.types.element(ty).or_else(|| self.types.as_record(ty).and_then(of_member))
    }

    /// The variable that an expression is.
    pub fn variable_of(&self, expr: ExprId) -> Option<VarId> {
        match self.exprs[expr].kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    }

    /// The same, below conversions that nobody has written.
    pub fn converted_variable(&self, expr: ExprId) -> Option<VarId> {
        self.variable_of(self.as_written(expr))
    }

    /// Is an expression this variable?
    pub fn is_variable(&self, expr: ExprId, var: VarId) -> bool {
        self.variable_of(expr) == Some(var)
    }

    /// Is it the compiler's own, or declared in a header of the system's? Such a one knows nothing of this program.
    pub fn is_of_system(&self, function: FunctionId, map: &SourceMap) -> bool {
        let declared = &self.functions[function];
        declared.builtin || map.is_of_system(declared.span.lo)
    }

    /// Is it a volatile object, or a part of one? Each access of such is an effect of its own.
    pub fn is_volatile(&self, expr: ExprId) -> bool {
        self.types.strip(self.exprs[expr].ty).quals.has(Qualifiers::VOLATILE)
    }

    /// Is there a jump in a statement, or a place to jump to, that does not belong to a loop?
    pub fn jumps_far(&self, root: impl Into<Node>) -> bool {
        self.stmts_below(root).any(|stmt| {
            matches!(
                self.stmts[stmt].kind,
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_) | StmtKind::Label { .. }
            )
        })
    }

    /// Does evaluating an expression do more than compute a value? It cannot be written down twice then.
    pub fn acts(&self, expr: ExprId) -> bool {
        self.exprs_below(expr).any(|below| {
            matches!(
                self.exprs[below].kind,
                ExprKind::Call { .. }
                    | ExprKind::Assign { .. }
                    | ExprKind::AssignOp { .. }
                    | ExprKind::IncDec { .. }
                    | ExprKind::StmtExpr(_)
            )
        })
    }

    /// The first access of a volatile object at and below a node.
    pub fn volatile_below(&self, root: impl Into<Node>) -> Option<ExprId> {
        self.exprs_below(root).find(|expr| self.is_volatile(*expr))
    }

    /// An expression without the conversions around it.
    pub fn without_casts(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast { operand, .. } = self.exprs[expr].kind {
            expr = operand;
        }
        expr
    }

    /// An expression without the conversions around it that nobody has written.
    pub fn as_written(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast { implicit: true, operand, .. } = self.exprs[expr].kind {
            expr = operand;
        }
        expr
    }

    /// The array of `a[i][j]` and its subscripts, outermost first; of something else itself, and
    /// none.
    pub fn element(&self, access: ExprId) -> (ExprId, Vec<ExprId>) {
        let mut subscripts = Vec::new();
        let mut at = self.as_written(access);
        while let ExprKind::Index { base, index } = self.exprs[at].kind {
            subscripts.push(index);
            at = self.as_written(base);
        }
        subscripts.reverse();
        (at, subscripts)
    }

    /// Every variable at and below a node, once for each mention.
    pub fn variables_below(&self, root: impl Into<Node>) -> impl Iterator<Item = VarId> {
        self.exprs_below(root).filter_map(|expr| self.variable_of(expr))
    }

    /// The object that an assignment of any kind writes to, `++` and `--` included;
    /// `None` for other expressions.
    pub fn assigned(&self, expr: ExprId) -> Option<ExprId> {
        match self.exprs[expr].kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => Some(lhs),
            ExprKind::IncDec { operand, .. } => Some(operand),
            _ => None,
        }
    }

    /// The same, or the object whose address is taken, so that others may write to it.
    pub fn assigned_or_addressed(&self, expr: ExprId) -> Option<ExprId> {
        match self.exprs[expr].kind {
            ExprKind::AddrOf(operand) => Some(operand),
            _ => self.assigned(expr),
        }
    }

    /// The variable that an expression changes as a whole, or lets others change.
    pub fn changed_variable(&self, expr: ExprId) -> Option<VarId> {
        self.variable_of(self.assigned_or_addressed(expr)?)
    }

    /// The variables that a statement declares itself.
    pub fn declared(&self, stmt: StmtId) -> impl Iterator<Item = VarId> {
        let items = match &self.stmts[stmt].kind {
            StmtKind::Decl(items) => items.as_slice(),
            _ => &[],
        };
        items.iter().filter_map(|item| match item {
            Item::Var { var, .. } => Some(*var),
            _ => None,
        })
    }

    /// The variables that are declared at and below a node.
    pub fn declared_below(&self, root: impl Into<Node>) -> impl Iterator<Item = VarId> {
        self.stmts_below(root).flat_map(|stmt| self.declared(stmt))
    }

    /// The variable that the head of a `for` statement declares or sets.
    pub fn loop_index(&self, stmt: StmtId) -> Option<VarId> {
        let StmtKind::For { init: Some(init), .. } = self.stmts[stmt].kind else { return None };
        match &self.stmts[init].kind {
            StmtKind::Decl(items) => match items.as_slice() {
                [Item::Var { var, .. }] => Some(*var),
                _ => None,
            },
            StmtKind::Expr(assign) => match self.exprs[*assign].kind {
                ExprKind::Assign { lhs, .. } => self.variable_of(lhs),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the address of an access comes from: `p` of `p[i]`, of `*p`, of `p + 1`.
    pub fn address_operand(&self, expr: ExprId) -> Option<ExprId> {
        match self.exprs[expr].kind {
            ExprKind::Index { base, .. } => Some(base),
            ExprKind::Deref(operand) | ExprKind::AddrOf(operand) | ExprKind::Cast { operand, .. } => {
                Some(operand)
            }
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                Some(if self.types.is_pointer(self.exprs[lhs].ty) { lhs } else { rhs })
            }
            _ => None,
        }
    }

    /// The directive of a statement that has one.
    pub fn directive_of(&self, stmt: StmtId) -> Option<DirectiveId> {
        match self.stmts[stmt].kind {
            StmtKind::Kernel { directive, .. }
            | StmtKind::Singular { directive, .. }
            | StmtKind::Annotated { directive, .. }
            | StmtKind::Directive(directive) => Some(directive),
            _ => None,
        }
    }

    /// The `use_device` above a statement, and the statement.
    pub fn use_device(&self, stmt: StmtId) -> Option<(DirectiveId, &UseDevice, StmtId)> {
        let StmtKind::Annotated { directive, body } = self.stmts[stmt].kind else { return None };
        match &self.directives[directive].kind {
            DirectiveKind::UseDevice(clauses) => Some((directive, clauses, body)),
            _ => None,
        }
    }

    /// The subscripts of `array[row][column]`.
    pub fn element_of(&self, expr: ExprId, array: VarId) -> Option<(ExprId, ExprId)> {
        if !matches!(self.exprs[expr].kind, ExprKind::Index { .. }) {
            return None;
        }
        let (base, subscripts) = self.element(expr);
        match subscripts.as_slice() {
            [row, column] if self.is_variable(base, array) => Some((*row, *column)),
            _ => None,
        }
    }

    /// What an expression grows by when a variable grows by one: 1 in `i + 3`, 0 in `j`; `None` where that is not plain.
    pub fn coefficient(&self, expr: ExprId, var: VarId) -> Option<i64> {
        match self.exprs[expr].kind {
            ExprKind::Var(v) => Some(i64::from(v == var)),
            ExprKind::Cast { operand, .. } => self.coefficient(operand, var),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                Some(self.coefficient(lhs, var)? + self.coefficient(rhs, var)?)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                Some(self.coefficient(lhs, var)? - self.coefficient(rhs, var)?)
            }
            _ => (!self.mentions(expr, var)).then_some(0),
        }
    }

    /// Is a variable mentioned at or below a node?
    pub fn mentions(&self, root: impl Into<Node>, var: VarId) -> bool {
        self.variables_below(root).any(|found| found == var)
    }
}

#[cfg(test)]
mod query_tests {
    use super::*;
    use crate::{CastKind, Expr, Type, Var};
    use source::Span;

    /// `a[(long)x][y]` as a value, where the conversion is written.
    fn element_of_array() -> (Program, ExprId, [VarId; 3]) {
        let mut program = Program::default();
        let vars = [0; 3].map(|_| program.vars.alloc(Var::new(None, Type::INT, Span::BUILTIN)));
        let mut expr = |kind| program.exprs.alloc(Expr { kind, ty: Type::INT, span: Span::BUILTIN });
        let [a, x, y] = vars.map(|var| expr(ExprKind::Var(var)));
        let x = expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand: x });
        let row = expr(ExprKind::Index { base: a, index: x });
        let row = expr(ExprKind::Cast { kind: CastKind::ArrayDecay, implicit: true, operand: row });
        let element = expr(ExprKind::Index { base: row, index: y });
        let value = expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand: element });
        (program, value, vars)
    }

    #[test]
    fn subscripts_are_outermost_first() {
        let (program, value, [a, x, y]) = element_of_array();
        let (array, subscripts) = program.element(value);
        assert!(program.is_variable(array, a));
        let variables: Vec<_> =
            subscripts.iter().map(|s| program.variable_of(program.without_casts(*s))).collect();
        assert_eq!(variables, [Some(x), Some(y)]);
        assert_eq!(program.converted_variable(subscripts[0]), None);
    }

    #[test]
    fn mentions_are_found_below_conversions() {
        let (mut program, value, vars) = element_of_array();
        let other = program.vars.alloc(Var::new(None, Type::INT, Span::BUILTIN));
        assert!(vars.iter().all(|var| program.mentions(value, *var)));
        assert!(!program.mentions(value, other));
        assert_eq!(program.variables_below(value).count(), 3);
    }
}
