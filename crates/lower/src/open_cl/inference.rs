//! Where the pointers of a function lead: constraints from its statements.
//!
//! A value goes from one pointer to another by assignment, initialisation, `return`, in a call, or
//! as one branch of `?:`; wherever that happens their levels are unified. What an lvalue's storage
//! is follows from how it is reached: `p->rows[i]` is where `p` leads.

use std::collections::HashMap;

use hir::{
    BinaryOp, CastKind, CudaSpecs, ExprId, ExprKind, Init, Item, Node, Program, RecordId, Span, StmtId,
    StmtKind, Type, TypeKind, VarId, VarStorage,
};

use super::spaces::{Level, Space, Spaces, pointer_levels};

/// A pointer that would have to lead to two memories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash {
    pub span: Span,
    pub spaces: (Space, Space),
}

/// What is known of all functions' pointers.
#[derive(Default)]
pub(super) struct Inference {
    pub spaces: Spaces,
    vars: HashMap<VarId, Vec<Level>>,
    values: HashMap<ExprId, Vec<Level>>,
    /// A struct is declared once, so its members are the same everywhere.
    pub fields: HashMap<(RecordId, u32), Vec<Level>>,
    pub clash: Option<Clash>,
}

impl Inference {
    /// As many levels as the type has pointers.
    pub(super) fn fresh(&mut self, program: &Program, ty: Type) -> Vec<Level> {
        (0..pointer_levels(program, ty)).map(|_| self.spaces.level(None)).collect()
    }

    /// The pointers of a variable.
    pub(super) fn var(&mut self, program: &Program, var: VarId) -> Vec<Level> {
        if let Some(levels) = self.vars.get(&var) {
            return levels.clone();
        }
        let levels = self.fresh(program, program.vars[var].ty);
        self.vars.insert(var, levels.clone());
        levels
    }

    /// All variables seen so far.
    pub(super) fn variables(&self) -> impl Iterator<Item = (VarId, &[Level])> {
        self.vars.iter().map(|(var, levels)| (*var, levels.as_slice()))
    }

    fn field(&mut self, program: &Program, record: RecordId, field: u32) -> Vec<Level> {
        if let Some(levels) = self.fields.get(&(record, field)) {
            return levels.clone();
        }
        let fields = program.records[record].fields.as_deref().unwrap_or_default();
        let ty = fields.get(field as usize).map_or(Type::INT, |field| field.ty);
        let levels = self.fresh(program, ty);
        self.fields.insert((record, field), levels.clone());
        levels
    }

    /// One value goes where the other is.
    pub(super) fn unify(&mut self, a: &[Level], b: &[Level], span: Span) {
        for (&a, &b) in a.iter().zip(b) {
            if let Err(spaces) = self.spaces.unify(a, b) {
                self.clash.get_or_insert(Clash { span, spaces });
            }
        }
    }

    /// Everything that the body of a function says; `result` is what it returns.
    pub(super) fn body(&mut self, program: &Program, body: StmtId, result: &[Level]) {
        for node in program.nodes(body) {
            match node {
                Node::Expr(expr) => drop(self.value(program, expr)),
                Node::Stmt(stmt) => self.statement(program, stmt, result),
            }
        }
    }

    fn statement(&mut self, program: &Program, stmt: StmtId, result: &[Level]) {
        match &program.stmts[stmt].kind {
            StmtKind::Return(Some(value)) => {
                let levels = self.value(program, *value);
                self.unify(result, &levels, program.exprs[*value].span);
            }
            StmtKind::Decl(items) => {
                for item in items {
                    let Item::Var { var, with_init: true, .. } = item else { continue };
                    let Some(init) = &program.vars[*var].init else { continue };
                    let levels = self.var(program, *var);
                    self.initialiser(program, &levels, program.vars[*var].ty, init);
                }
            }
            _ => {}
        }
    }

    fn initialiser(&mut self, program: &Program, levels: &[Level], ty: Type, init: &Init) {
        match init {
            Init::Expr(value) => {
                let from = self.value(program, *value);
                self.unify(levels, &from, program.exprs[*value].span);
            }
            Init::List { entries, .. } => {
                for entry in entries {
                    match program.types.stripped(ty) {
                        TypeKind::Array(element, _) => {
                            self.initialiser(program, levels, *element, &entry.value);
                        }
                        TypeKind::Record(record) => {
                            let field = u32::try_from(entry.index).unwrap_or(0);
                            let levels = self.field(program, *record, field);
                            let fields = program.records[*record].fields.as_deref().unwrap_or_default();
                            let ty = fields.get(field as usize).map_or(Type::INT, |field| field.ty);
                            self.initialiser(program, &levels, ty, &entry.value);
                        }
                        _ => self.initialiser(program, levels, ty, &entry.value),
                    }
                }
            }
            Init::Construct(_) => {}
        }
    }

    /// The pointers of a value.
    pub(super) fn value(&mut self, program: &Program, expr: ExprId) -> Vec<Level> {
        if let Some(levels) = self.values.get(&expr) {
            return levels.clone();
        }
        let levels = self.value_of(program, expr);
        self.values.insert(expr, levels.clone());
        levels
    }

    fn value_of(&mut self, program: &Program, expr: ExprId) -> Vec<Level> {
        let node = &program.exprs[expr];
        match &node.kind {
            ExprKind::Var(var) => self.var(program, *var),
            ExprKind::AddrOf(operand) => self.address(program, *operand),
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => self.decayed(program, *operand),
            ExprKind::Deref(pointer) => self.target(program, *pointer),
            ExprKind::Index { base, index } => match is_number(program, *base) {
                true => self.target(program, *index),
                false => self.target(program, *base),
            },
            ExprKind::Member { record, field, .. } => self.field(program, *record, *field),
            ExprKind::Cast { kind: CastKind::Pointer | CastKind::Same, operand, .. } => {
                let from = self.decayed(program, *operand);
                let levels = self.fresh(program, node.ty);
                self.unify(&levels, &from, node.span);
                levels
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let (then, other) =
                    (self.value(program, then.unwrap_or(*cond)), self.value(program, *otherwise));
                self.unify(&then, &other, node.span);
                if then.is_empty() { other } else { then }
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary(program, node.span, (*op, *lhs, *rhs), node.ty),
            ExprKind::Assign { lhs, rhs } => {
                let (to, from) = (self.value(program, *lhs), self.value(program, *rhs));
                self.unify(&to, &from, node.span);
                to
            }
            ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec { operand: lhs, .. } => {
                self.value(program, *lhs)
            }
            ExprKind::CompoundLiteral { init, .. } => {
                let levels = self.fresh(program, node.ty);
                self.initialiser(program, &levels, node.ty, init);
                levels
            }
            ExprKind::StmtExpr(body) => self.last_value(program, *body, node.ty),
            _ => self.fresh(program, node.ty),
        }
    }

    fn binary(
        &mut self,
        program: &Program,
        span: Span,
        (op, lhs, rhs): (BinaryOp, ExprId, ExprId),
        ty: Type,
    ) -> Vec<Level> {
        let (left, right) = (self.decayed(program, lhs), self.decayed(program, rhs));
        if op == BinaryOp::Comma {
            return right;
        }
        if !left.is_empty() && !right.is_empty() {
            // Compared or subtracted: pointers to different memories cannot be.
            self.unify(&left, &right, span);
        }
        match program.types.is_pointer(ty) || program.types.is_array(ty) {
            true if left.is_empty() => right,
            true => left,
            false => Vec::new(),
        }
    }

    /// `&lvalue`
    fn address(&mut self, program: &Program, operand: ExprId) -> Vec<Level> {
        if program.types.is_function(program.exprs[operand].ty) {
            return Vec::new();
        }
        let mut levels = vec![self.storage(program, operand)];
        levels.extend(self.value(program, operand));
        levels
    }

    /// An array as a pointer to its first element; what is a pointer already stays one, also the
    /// sum of an array and a number, which the lowering gives the array's type.
    fn decayed(&mut self, program: &Program, operand: ExprId) -> Vec<Level> {
        let is_sum = matches!(program.exprs[operand].kind, ExprKind::Binary { .. });
        match program.types.is_array(program.exprs[operand].ty) && !is_sum {
            true => self.address(program, operand),
            false => self.value(program, operand),
        }
    }

    /// What `*p` and `p[i]` are.
    fn target(&mut self, program: &Program, pointer: ExprId) -> Vec<Level> {
        let mut levels = self.value(program, pointer);
        if !program.types.is_array(program.exprs[pointer].ty) && !levels.is_empty() {
            levels.remove(0);
        }
        levels
    }

    /// Where an lvalue is.
    fn storage(&mut self, program: &Program, place: ExprId) -> Level {
        match &program.exprs[place].kind {
            ExprKind::Var(var) => self.spaces.level(Some(storage_of(program, *var))),
            ExprKind::Deref(pointer) => self.led_to(program, *pointer),
            ExprKind::Index { base, index } => match is_number(program, *base) {
                true => self.led_to(program, *index),
                false => self.led_to(program, *base),
            },
            ExprKind::Member { base, arrow: true, .. } => self.led_to(program, *base),
            ExprKind::Member { base, arrow: false, .. } => self.storage(program, *base),
            ExprKind::Cast { operand, .. } => self.storage(program, *operand),
            ExprKind::String(_) => self.spaces.level(Some(Space::Constant)),
            _ => self.spaces.level(Some(Space::Private)),
        }
    }

    /// Where a pointer leads, or where an array is.
    fn led_to(&mut self, program: &Program, pointer: ExprId) -> Level {
        if program.types.is_array(program.exprs[pointer].ty) {
            return self.storage(program, pointer);
        }
        let levels = self.value(program, pointer);
        levels.first().copied().unwrap_or_else(|| self.spaces.level(None))
    }

    /// The value of a statement expression.
    fn last_value(&mut self, program: &Program, body: StmtId, ty: Type) -> Vec<Level> {
        if let StmtKind::Block(stmts) = &program.stmts[body].kind
            && let Some(StmtKind::Expr(value)) = stmts.last().map(|stmt| &program.stmts[*stmt].kind)
        {
            return self.value(program, *value);
        }
        self.fresh(program, ty)
    }
}

/// `2[p]` has the pointer in its brackets.
fn is_number(program: &Program, expr: ExprId) -> bool {
    program.types.is_arithmetic(program.exprs[expr].ty)
}

/// The memory of a variable. What stands outside of functions are the program's constants.
fn storage_of(program: &Program, var: VarId) -> Space {
    let declared = &program.vars[var];
    match declared.storage {
        _ if declared.cuda.has(CudaSpecs::SHARED) => Space::Local,
        VarStorage::Param | VarStorage::Local => Space::Private,
        _ => Space::Constant,
    }
}
