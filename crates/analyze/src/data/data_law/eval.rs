//! Expressions of the host: their values, and what they read and write on the way.
//!
//! Every kind of expression is entered here. A read in any position counts: the
//! right side of an assignment, a condition, an argument by value.

use std::collections::BTreeSet;

use affine::LinearExpr;
use hir::{BinaryOp, CastKind, ExprId, ExprKind, IncDec, Init, Node, RecordId, Type, UnaryOp};

use crate::{AccessMode, Place};

use super::Law;
use super::state::Zeros;
use super::touches::Part;
use super::value::{Loc, LocKind, Site, Target, Value, joined};

/// What an lvalue denotes: every object that it may be, or `None` for anything.
pub type Denoted = Option<Vec<Target>>;

impl Law<'_, '_> {
    /// Evaluates; reads and writes happen. An integer that nothing is known of is a symbol: it
    /// has one value.
    pub(super) fn value(&mut self, expr: ExprId) -> Value {
        let types = &self.input.program.types;
        match self.evaluated(expr) {
            Value::Unknown if types.is_integer(self.input.program.exprs[expr].ty) => {
                Value::Int(self.names.symbol(Site::Value(expr)))
            }
            value => value,
        }
    }

    fn evaluated(&mut self, expr: ExprId) -> Value {
        let program = self.input.program;
        if let Some(value) = hir::const_eval::integer(program, expr)
            && program.types.is_integer(program.exprs[expr].ty)
        {
            return Value::Int(LinearExpr::constant(value));
        }
        if let Some(function) = program.called_function(expr) {
            return Value::Functions(BTreeSet::from([self.input.definition(function)]));
        }
        let ty = program.exprs[expr].ty;
        match &program.exprs[expr].kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::LabelAddress(_)
            | ExprKind::Grid(..)
            | ExprKind::Error => Value::Unknown,
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Member { .. } => {
                let denoted = self.lvalue(expr);
                self.load(&denoted, ty, expr)
            }
            ExprKind::AddrOf(operand) => self.lvalue(*operand).map_or(Value::Unknown, Value::Pointer),
            ExprKind::Unary { op, operand } => match (op, self.value(*operand)) {
                (UnaryOp::Plus, value) => value,
                (UnaryOp::Neg, Value::Int(value)) => self.number(value.negated()),
                _ => Value::Unknown,
            },
            ExprKind::IncDec { op, prefix, operand } => {
                let denoted = self.lvalue(*operand);
                let old = self.load(&denoted, ty, *operand);
                let by = LinearExpr::constant(if *op == IncDec::Inc { 1 } else { -1 });
                let new = self.sum(&old, &Value::Int(by));
                self.store(&denoted, &new, expr, Zeros::Perhaps);
                if *prefix { new } else { old }
            }
            ExprKind::Binary { op, lhs, rhs } => self.binary(*op, *lhs, *rhs),
            ExprKind::Assign { lhs, rhs } => {
                let value = self.value(*rhs);
                let zero = self.zeros_of(*rhs, &value);
                let denoted = self.lvalue(*lhs);
                if program.types.as_record(ty).is_some() {
                    self.copy_members(&denoted, *rhs);
                }
                self.store(&denoted, &value, *lhs, zero);
                value
            }
            ExprKind::AssignOp { op, lhs, rhs, .. } => {
                let by = self.value(*rhs);
                let denoted = self.lvalue(*lhs);
                let old = self.load(&denoted, ty, *lhs);
                let new = self.combined(*op, &old, &by);
                self.store(&denoted, &new, *lhs, Zeros::Perhaps);
                new
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let value = self.value(*cond);
                let then = then.map_or(value, |then| self.value_if(then));
                let otherwise = self.value_if(*otherwise);
                joined(&then, &otherwise, || self.names.symbol(Site::Value(expr)))
            }
            ExprKind::Cast { kind, operand, .. } => self.cast(*kind, *operand, ty),
            ExprKind::Call { callee, args } => self.call(expr, *callee, args),
            ExprKind::CompoundLiteral { init, .. } => {
                self.initialisers(init);
                Value::Unknown
            }
            ExprKind::StmtExpr(stmt) => {
                self.stmt(*stmt);
                Value::Unknown
            }
            ExprKind::Launch { .. }
            | ExprKind::Measure { .. }
            | ExprKind::VaArg(_)
            | ExprKind::ConvertVector(_)
            | ExprKind::Construct(_) => {
                for child in program.children(Node::Expr(expr)) {
                    match child {
                        Node::Expr(child) => drop(self.value(child)),
                        Node::Stmt(child) => self.stmt(child),
                    }
                }
                Value::Unknown
            }
        }
    }

    /// The expressions of an initialiser, for what they read.
    pub(super) fn initialisers(&mut self, init: &Init) {
        for expr in self.input.program.init_exprs(init) {
            self.value(expr);
        }
    }

    /// Is it literally zero?
    pub(super) fn is_zero(&self, expr: ExprId) -> bool {
        let program = self.input.program;
        hir::const_eval::integer(program, expr) == Some(0)
            || hir::const_eval::float(program, expr) == Some(0.0)
    }

    /// Is what an expression gives zero? A formula in the index of a loop is not, but for a few
    /// iterations.
    fn zeros_of(&self, expr: ExprId, value: &Value) -> Zeros {
        let program = self.input.program;
        let constant = hir::const_eval::integer(program, expr).map(|number| number != 0);
        let constant = constant.or(hir::const_eval::float(program, expr).map(|number| number != 0.0));
        let counts = |number: &LinearExpr| {
            let rounds = self.nest.iter().flat_map(|nest| &nest.rounds);
            rounds.into_iter().any(|round| number.vars().any(|var| var == round.index))
        };
        match (constant, value) {
            (Some(false), _) => Zeros::All,
            (_, value) if is_zero_value(value) => Zeros::All,
            (Some(true), _) => Zeros::None,
            (None, Value::Int(number)) if counts(number) => Zeros::None,
            _ => Zeros::Perhaps,
        }
    }

    fn number(&mut self, value: affine::Exact<LinearExpr>) -> Value {
        value.map_or(Value::Unknown, Value::Int)
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Value {
        let left = self.value(lhs);
        match op {
            BinaryOp::Comma => self.value(rhs),
            BinaryOp::And | BinaryOp::Or => {
                self.value_if(rhs);
                Value::Unknown
            }
            _ => {
                let right = self.value(rhs);
                self.combined(op, &left, &right)
            }
        }
    }

    /// The value of what is evaluated only sometimes: what it does, it may have done. Both of two that exclude each other
    /// may have been.
    fn value_if(&mut self, expr: ExprId) -> Value {
        let program = self.input.program;
        let has_effect = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
            _ => program.assigned(expr).is_some(),
        };
        let before = self.now.clone().filter(|_| program.exprs_below(expr).any(has_effect));
        self.doubt += 1;
        let value = self.value(expr);
        self.doubt -= 1;
        if let (Some(_), Some(stmt)) = (&before, self.current) {
            let now = self.now.take();
            self.now = self.met(now, before, stmt);
        }
        value
    }

    fn combined(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Value {
        match (op, left, right) {
            (BinaryOp::Add, _, _) => self.sum(left, right),
            (BinaryOp::Sub, _, Value::Int(right)) => match right.negated() {
                Ok(right) => self.sum(left, &Value::Int(right)),
                Err(_) => Value::Unknown,
            },
            (BinaryOp::Mul, zero, _) | (BinaryOp::Mul, _, zero) if is_zero_value(zero) => zero.clone(),
            (BinaryOp::Mul, Value::Int(left), Value::Int(right)) => {
                Value::Int(self.names.product(left, right))
            }
            (_, Value::Int(left), Value::Int(right)) => {
                let numbers = left.as_constant().zip(right.as_constant());
                match numbers.and_then(|(left, right)| folded(op, left, right)) {
                    Some(number) => Value::Int(LinearExpr::constant(number)),
                    None => Value::Int(self.names.opaque(op as u8, left, right)),
                }
            }
            _ => Value::Unknown,
        }
    }

    fn sum(&mut self, left: &Value, right: &Value) -> Value {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => self.number(a.plus(b)),
            (Value::Pointer(targets), Value::Int(by)) | (Value::Int(by), Value::Pointer(targets)) => {
                Value::Pointer(targets.iter().map(|target| moved(target, by)).collect())
            }
            (Value::Pointer(targets), _) | (_, Value::Pointer(targets)) => {
                let somewhere = |target: &Target| match &target.part {
                    Some(part) if part.indexed => target.clone(),
                    _ => Target { at: None, part: None, ..target.clone() },
                };
                Value::Pointer(targets.iter().map(somewhere).collect())
            }
            _ => Value::Unknown,
        }
    }

    fn cast(&mut self, kind: CastKind, operand: ExprId, to: Type) -> Value {
        let program = self.input.program;
        match kind {
            CastKind::ArrayDecay => {
                let denoted = self.lvalue(operand);
                let decayed = |mut target: Target| {
                    match (&mut target.at, &mut target.part) {
                        (_, Some(part)) => part.indexed = true,
                        (Some(at), None) => at.push(LinearExpr::constant(0)),
                        (None, None) => {}
                    }
                    target
                };
                denoted.map_or(Value::Unknown, |t| Value::Pointer(t.into_iter().map(decayed).collect()))
            }
            CastKind::Pointer => {
                let value = self.value(operand);
                let Value::Pointer(targets) = value else { return value };
                let pointee = program.types.pointee(to).filter(|target| !program.types.is_void(*target));
                let Some((pointee, size)) = pointee.and_then(|ty| Some((ty, program.size_of(ty)?))) else {
                    return Value::Pointer(targets);
                };
                let is_row = program.types.is_array(pointee);
                let recounted = |target: Target| match self.element_size(target.loc) {
                    own if is_row || own.is_none() || own == Some(size) => {
                        if own.is_none() && size > 1 && !is_row {
                            self.heap_units.insert(target.loc, size);
                            self.learned += 1;
                        }
                        let keeps = target.unit.is_none() && !is_row || target.is_start();
                        Target { at: target.at.clone().filter(|_| keeps), unit: None, ..target }
                    }
                    _ if target.is_start() => Target { unit: Some(size), ..target },
                    _ => Target { at: None, part: None, unit: None, ..target },
                };
                Value::Pointer(targets.into_iter().map(recounted).collect())
            }
            CastKind::IntToPointer => match self.value(operand) {
                Value::Int(zero) if zero.as_constant() == Some(0) => Value::Pointer(Vec::new()),
                _ => Value::Unknown,
            },
            CastKind::Arithmetic | CastKind::Same | CastKind::ToBool => {
                let value = self.value(operand);
                let from = program.exprs[operand].ty;
                let integers = program.types.is_integer(from) && program.types.is_integer(to);
                match value {
                    // Zero is zero in every type.
                    Value::Int(zero) if zero.as_constant() == Some(0) => Value::Int(zero),
                    Value::Int(_) if !integers => Value::Unknown,
                    Value::Int(number) => self.converted(number, kind, from, to),
                    other => other,
                }
            }
            CastKind::PointerToInt | CastKind::FunctionDecay | CastKind::ToVoid | CastKind::ToUnion => {
                self.value(operand);
                Value::Unknown
            }
        }
    }

    /// A number as a value of another type. Numbers that only the run knows are taken to fit into types as wide as `int`.
    fn converted(&mut self, number: LinearExpr, kind: CastKind, from: Type, to: Type) -> Value {
        let format = |ty: Type| hir::const_eval::integer_format(self.input.program, ty);
        let (Some(own), Some(new)) = (format(from), format(to)) else { return Value::Unknown };
        let is_truth = kind == CastKind::ToBool;
        match number.as_constant() {
            Some(known) if is_truth => Value::Int(LinearExpr::constant(i128::from(known != 0))),
            Some(known) if !new.holds(known) => Value::Unknown,
            Some(_) => Value::Int(number),
            None => {
                let ((least, most), (low, high)) = (own.ends(), new.ends());
                let keeps = low <= least && most <= high || new.width >= 32;
                match keeps && !is_truth {
                    true => Value::Int(number),
                    // One symbol for each width and sign.
                    false => {
                        let to = i128::from(new.width) * if new.signed { -1 } else { 1 };
                        Value::Int(self.names.opaque(u8::MAX, &number, &LinearExpr::constant(to)))
                    }
                }
            }
        }
    }

    /// The size of an element of an object, as declared.
    pub(super) fn element_size(&self, loc: Loc) -> Option<u64> {
        let program = self.input.program;
        let Some(mut ty) = self.type_of(loc) else { return self.heap_units.get(&loc).copied() };
        while let Some(element) = program.types.element(ty).filter(|_| program.types.is_array(ty)) {
            ty = element;
        }
        program.size_of(ty)
    }

    /// The objects that an lvalue denotes.
    pub(super) fn lvalue(&mut self, expr: ExprId) -> Denoted {
        let program = self.input.program;
        match &program.exprs[expr].kind {
            ExprKind::Var(var) => Some(vec![Target::new(self.names.loc(LocKind::Var(*var)), Vec::new())]),
            ExprKind::Deref(pointer) => match self.value(*pointer) {
                Value::Pointer(targets) => Some(self.sized(targets, *pointer)),
                _ => None,
            },
            ExprKind::Index { base, index } => {
                let pointer = self.value(*base);
                let index = self.value(*index);
                match self.sum(&pointer, &index) {
                    Value::Pointer(targets) => Some(self.sized(targets, *base)),
                    _ => None,
                }
            }
            ExprKind::Member { base, record, field, arrow } => {
                let outer = match arrow {
                    true => match self.value(*base) {
                        Value::Pointer(targets) => Some(self.sized(targets, *base)),
                        _ => None,
                    },
                    false => self.lvalue(*base),
                };
                let member = |law: &mut Self, target: Target| match target.is_start() {
                    true => {
                        Target::new(law.names.loc(LocKind::Member(target.loc, *record, *field)), Vec::new())
                    }
                    false => within_element(target, *field),
                };
                outer.map(|targets| targets.into_iter().map(|target| member(self, target)).collect())
            }
            ExprKind::Cast { operand, .. } => self.lvalue(*operand),
            ExprKind::String(_) => Some(Vec::new()),
            _ => {
                self.value(expr);
                None
            }
        }
    }

    /// Targets of a pointer in elements of the object; the object of a heap pointer gets
    /// the size of its elements from its first use.
    fn sized(&mut self, targets: Vec<Target>, pointer: ExprId) -> Vec<Target> {
        let program = self.input.program;
        let pointee = program.types.pointee(program.exprs[pointer].ty);
        let size = pointee.and_then(|ty| program.size_of(ty));
        let sized = |mut target: Target| {
            if let (None, Some(size)) = (target.unit, size)
                && matches!(
                    self.names.kind(target.loc),
                    LocKind::Heap(..) | LocKind::Given(..) | LocKind::Behind(_)
                )
            {
                self.learned += usize::from(!self.heap_units.contains_key(&target.loc));
                self.heap_units.entry(target.loc).or_insert(size);
            }
            if let Some(unit) = target.unit.take() {
                // Counted in other units: the element that holds the byte, if it is known.
                let own = self.element_size(target.loc);
                let byte = |at: &LinearExpr| at.as_constant()?.checked_mul(i128::from(unit));
                target.at = match (target.at.as_deref(), own) {
                    (Some([at]), Some(own)) => {
                        byte(at).map(|b| vec![LinearExpr::constant(b / i128::from(own))])
                    }
                    (Some(many), Some(_)) if many.iter().all(|at| at.as_constant() == Some(0)) => target.at,
                    _ => None,
                };
            }
            target
        };
        targets.into_iter().map(sized).collect()
    }

    /// The value of what an lvalue denotes; the read happens.
    pub(super) fn load(&mut self, denoted: &Denoted, ty: Type, expr: ExprId) -> Value {
        let program = self.input.program;
        if program.types.is_array(ty) {
            return Value::Unknown;
        }
        let Some(targets) = denoted else {
            self.reads_anything(ty, self.input.span(expr));
            return Value::Unknown;
        };
        for target in targets {
            self.touch(target, targets.len() == 1, AccessMode::Read, self.input.span(expr), Zeros::Perhaps);
        }
        if program.is_volatile(expr) {
            return Value::Unknown;
        }
        let [target] = targets.as_slice() else {
            let values: Vec<Value> = targets.iter().map(|target| self.cell(target, ty, Some(expr))).collect();
            return values
                .into_iter()
                .reduce(|a, b| joined(&a, &b, || self.names.symbol(Site::Value(expr))))
                .unwrap_or(Value::Unknown);
        };
        self.cell(target, ty, Some(expr))
    }

    /// What an expression reads from an object, or something else does.
    fn cell(&mut self, target: &Target, ty: Type, by: Option<ExprId>) -> Value {
        let program = self.input.program;
        let is_int = program.types.is_integer(ty);
        if self.row_tables.contains_key(&target.loc) && program.types.is_pointer(ty) {
            let rows = self.names.loc(LocKind::Rows(target.loc));
            let row = target.at.as_ref().and_then(|at| at.last()).cloned();
            let at = row.map(|row| vec![row, LinearExpr::constant(0)]);
            return Value::Pointer(vec![Target { loc: rows, at, part: None, unit: None }]);
        }
        if let Some(element) = self.element_of(target, ty) {
            return self.element_value(element, by);
        }
        if !target.is_start() {
            // Pointers in an array: whatever was put there.
            let any = self.any_element(target, by);
            return match any {
                Some(Value::Pointer(targets)) if program.types.is_pointer(ty) => Value::Pointer(targets),
                _ if is_int => Value::Int(self.first_read(target.loc, by)),
                _ => Value::Unknown,
            };
        }
        if let Some(value) = self.now.as_ref().and_then(|now| now.value(target.loc)) {
            return value.clone();
        }
        let value = if is_int {
            Value::Int(self.first_read(target.loc, by))
        } else if program.types.is_pointer(ty) && !self.is_local(target.loc) {
            self.names.behind(target.loc)
        } else {
            Value::Unknown
        };
        if let Some(now) = &mut self.now {
            now.put(target.loc, value.clone());
        }
        value
    }

    /// The symbol of a number that nobody has put where it is read.
    pub(super) fn first_read(&mut self, loc: Loc, by: Option<ExprId>) -> LinearExpr {
        match by {
            Some(by) => self.names.symbol(Site::Read(by, loc)),
            None => self.names.fresh(),
        }
    }

    /// Whatever was put into an array, but for what is only in its first element if that is not meant.
    fn any_element(&mut self, target: &Target, by: Option<ExprId>) -> Option<Value> {
        let others = self.names.loc(LocKind::Others(target.loc));
        let may_be_first = self.may_be_first(target);
        let now = self.now.as_ref()?;
        let first = now.value(target.loc).filter(|_| may_be_first);
        match (first.cloned(), now.value(others).cloned()) {
            (Some(a), Some(b)) => Some(joined(&a, &b, || self.first_read(others, by))),
            (first, rest) => rest.or(first).or_else(|| now.value(target.loc).cloned()),
        }
    }

    /// May it be the first element?
    fn may_be_first(&self, target: &Target) -> bool {
        let Some([.., at]) = target.at.as_deref() else { return true };
        let domain = self.nest.as_ref().map_or_else(affine::Set::universe, |nest| nest.domain.clone());
        !domain.with_equal(at, &LinearExpr::constant(0)).is_empty()
    }

    /// Pointers that are put into an array, at another place than the first.
    fn store_among(&mut self, target: &Target, value: &Value, by: ExprId) {
        let others = self.names.loc(LocKind::Others(target.loc));
        let names = &mut self.names;
        let Some(now) = &mut self.now else { return };
        let either = match now.value(others) {
            Some(old) => joined(old, value, || names.symbol(Site::Written(by, others))),
            None => value.clone(),
        };
        now.put(others, either);
    }

    /// Writes to what an lvalue denotes.
    pub(super) fn store(&mut self, denoted: &Denoted, value: &Value, expr: ExprId, zero: Zeros) {
        let span = self.input.span(expr);
        let program = self.input.program;
        let Some(targets) = denoted else {
            self.writes_anything(Some(program.exprs[expr].ty));
            return;
        };
        let alone = targets.len() == 1;
        for target in targets {
            self.touch(target, alone, AccessMode::Write, span, zero);
            self.rows_change_places(target.loc, span);
            self.forget_elements(target.loc);
            if alone && self.doubt == 0 {
                self.store_element(target, program.exprs[expr].ty, value);
            }
            self.overwrites_siblings(target.loc);
            if !target.is_start() && self.is_struct(target.loc) {
                self.overwritten(target.loc);
                continue;
            }
            if !target.is_start() && matches!(value, Value::Pointer(_) | Value::Unknown) {
                self.store_among(target, value, expr);
                if !self.may_be_first(target) {
                    continue;
                }
            }
            let certain = alone && self.doubt == 0 && target.is_start() && !self.holds_many(target.loc);
            let names = &mut self.names;
            let Some(now) = &mut self.now else { continue };
            if certain {
                now.put(target.loc, value.clone());
            } else if let Some(old) = now.value(target.loc) {
                let either = joined(old, value, || names.symbol(Site::Written(expr, target.loc)));
                now.put(target.loc, either);
            } else if matches!(value, Value::Pointer(_)) {
                now.put(target.loc, value.clone());
            }
        }
    }

    /// A struct is assigned: its members get the values of the other's.
    pub(super) fn copy_members(&mut self, to: &Denoted, from_expr: ExprId) {
        let source = match Place::of(self.input.program, from_expr) {
            Some(_) => self.lvalue(from_expr),
            None => None,
        };
        let to = match to.as_deref() {
            Some([to]) if to.is_start() && self.doubt == 0 => to,
            several => {
                let several: Vec<Loc> = several.unwrap_or_default().iter().map(|target| target.loc).collect();
                several.into_iter().for_each(|loc| self.overwritten(loc));
                return;
            }
        };
        let from = source.as_deref().and_then(|source| match source {
            [from] if from.is_start() => Some(from.loc),
            _ => None,
        });
        let mut pairs = vec![(from, to.loc, self.input.program.exprs[from_expr].ty)];
        while let Some((from, to, ty)) = pairs.pop() {
            let value = self.copied(from, ty);
            let Some(now) = &mut self.now else { return };
            match value {
                Some(value) => now.put(to, value),
                None => now.unset(to),
            }
            for (record, field, ty) in self.fields_with_values(from.unwrap_or(to), ty) {
                let mut member = |of: Loc| self.names.loc(LocKind::Member(of, record, field));
                pairs.push((from.map(&mut member), member(to), ty));
            }
        }
    }

    /// What a copy of a variable or member gets; `None` where nothing is known, and for numbers that were not met.
    fn copied(&mut self, from: Option<Loc>, ty: Type) -> Option<Value> {
        let is_pointer = self.input.program.types.is_pointer(ty);
        match from {
            Some(from) if is_pointer => Some(self.cell(&Target::new(from, Vec::new()), ty, None)),
            Some(from) => self.now.as_ref()?.value(from).cloned(),
            None => is_pointer.then_some(Value::Unknown),
        }
    }

    /// The members of a struct that hold pointers, and those that were met.
    fn fields_with_values(&self, of: Loc, ty: Type) -> Vec<(RecordId, u32, Type)> {
        let program = self.input.program;
        let Some(record) = program.types.as_record(ty) else { return Vec::new() };
        let record = self.names.declared.record(record);
        let met = self.names.members(of);
        let fields = program.records[record].fields.as_deref().unwrap_or_default();
        let fields = fields.iter().enumerate().map(|(at, field)| (record, at as u32, field.ty));
        let has_value = |(record, at, ty): &(RecordId, u32, Type)| {
            let is_met = met.iter().any(|(of, field, _)| (of, field) == (record, at));
            is_met || program.types.is_pointer(*ty) || program.types.as_record(*ty).is_some()
        };
        fields.filter(has_value).collect()
    }

    /// The objects that a place of a directive or kernel denotes, as arrays.
    pub(super) fn denoted_by(&mut self, place: &Place) -> Denoted {
        let program = self.input.program;
        let (targets, ty) = self.cells_of(place)?;
        if !program.types.is_pointer(ty) {
            return Some(targets);
        }
        let mut found = self.pointed_to(&targets, ty)?;
        for target in &mut found {
            if self.row_tables.contains_key(&target.loc) {
                *target = Target::new(self.names.loc(LocKind::Rows(target.loc)), Vec::new());
            }
        }
        Some(found)
    }

    /// The pointer that a place is, if it is one and the same.
    pub(super) fn pointer_cell(&mut self, place: &Place) -> Option<Loc> {
        let (targets, ty) = self.cells_of(place)?;
        let [only] = targets.as_slice() else { return None };
        (self.input.program.types.is_pointer(ty) && only.is_start()).then_some(only.loc)
    }

    /// The variable or members that a place is, and their type.
    fn cells_of(&mut self, place: &Place) -> Option<(Vec<Target>, Type)> {
        let program = self.input.program;
        let mut targets = vec![Target::new(self.names.loc(LocKind::Var(place.var)), Vec::new())];
        let mut ty = program.vars[place.var].ty;
        for step in &place.path {
            if step.arrow {
                targets = self.pointed_to(&targets, ty)?;
            }
            ty = program.records[step.record].fields.as_ref()?.get(step.field as usize)?.ty;
            for target in &mut targets {
                let loc = self.names.loc(LocKind::Member(target.loc, step.record, step.field));
                *target = Target::new(loc, Vec::new());
            }
        }
        Some((targets, ty))
    }

    fn pointed_to(&mut self, pointers: &[Target], ty: Type) -> Denoted {
        let mut found = Vec::new();
        for pointer in pointers {
            let Value::Pointer(targets) = self.cell(pointer, ty, None) else { return None };
            found.extend(targets);
        }
        Some(found)
    }
}

/// The value of an operator on two numbers, where they are as small as sizes are.
fn folded(op: BinaryOp, left: i128, right: i128) -> Option<i128> {
    let small = |number: i128| i128::from(i32::MIN) <= number && number <= i128::from(i32::MAX);
    if !small(left) || !small(right) {
        return None;
    }
    match op {
        BinaryOp::Div => left.checked_div(right),
        BinaryOp::Rem => left.checked_rem(right),
        BinaryOp::Shl if left >= 0 && (0..31).contains(&right) => Some(left << right),
        BinaryOp::Shr if left >= 0 && (0..31).contains(&right) => Some(left >> right),
        BinaryOp::Lt => Some(i128::from(left < right)),
        BinaryOp::Le => Some(i128::from(left <= right)),
        BinaryOp::Gt => Some(i128::from(left > right)),
        BinaryOp::Ge => Some(i128::from(left >= right)),
        BinaryOp::Eq => Some(i128::from(left == right)),
        BinaryOp::Ne => Some(i128::from(left != right)),
        _ => None,
    }
}

/// Is it the number zero?
pub(super) fn is_zero_value(value: &Value) -> bool {
    matches!(value, Value::Int(number) if number.as_constant() == Some(0))
}

/// A member of an element.
fn within_element(mut target: Target, field: u32) -> Target {
    let part = target.part.get_or_insert(Part { path: Vec::new(), indexed: false });
    // Behind an index of a member that is an array, the path says no more.
    if !part.indexed {
        part.path.push(field);
    }
    target
}

/// A pointer moved by so many elements.
fn moved(target: &Target, by: &LinearExpr) -> Target {
    let mut target = target.clone();
    match &target.part {
        // Inside a member that is an array.
        Some(part) if part.indexed => return target,
        Some(_) if by.as_constant() != Some(0) => (target.at, target.part) = (None, None),
        _ => {}
    }
    target.at = target.at.and_then(|mut at| {
        if by.as_constant() == Some(0) {
            return Some(at);
        }
        let last = at.pop()?;
        at.push(last.plus(by).ok()?);
        Some(at)
    });
    target
}
