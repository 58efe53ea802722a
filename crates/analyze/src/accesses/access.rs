//! Array accesses inside expressions: which array, which element.
//!
//! `a[i][j]`, `*(p + i)`, `(*t)[i][j]`, `v[i].f`, `s->a[i]`, and `row[j]` after
//! `float *row = a + i*w` are all accesses to an element of some array. An
//! lvalue is taken apart into the [`Place`] it starts from and one polynomial
//! per subscript; a pointer expression into the same and an offset.
//!
//! Invariant: an access with known subscripts touches exactly that element; one
//! without may touch any element of its array. What cannot be traced to a place
//! at all is listed in [`Found::untraced`].

use std::collections::{BTreeMap, BTreeSet};

use affine::{Polynomial, Set, delinearize, lies_in};
use hir::{ArrayLen, BinaryOp, CastKind, ExprId, ExprKind, Node, Span, StmtId, Type, TypeKind, VarId};
use kir::Extent;

use crate::array_shape::{ArrayShape, place_type};
use crate::guards::with_condition;
use crate::index_expr::Values;
use crate::parts::Part;
use crate::{Access, AccessMode, Input, Place, literals, printing};

/// What a region uses, collected while it is walked.
#[derive(Debug, Default)]
pub struct Found {
    /// Accesses to array elements.
    pub accesses: Vec<Access>,
    /// Mentions of scalars and structs.
    pub scalars: BTreeMap<Place, ScalarMention>,
    /// The same one by one, as accesses without subscripts.
    pub scalar_accesses: Vec<Access>,
    /// Uses of memory that could not be traced to a place.
    pub untraced: Vec<Span>,
    /// Calls, and statements inside expressions, to be walked into.
    pub calls: Vec<PendingCall>,
}

/// A call whose body is to be walked, or a `({ … })`.
#[derive(Debug)]
pub struct PendingCall {
    /// The call, which has an instance, or the statement expression.
    pub expr: ExprId,
    /// The statement it stands in.
    pub stmt: StmtId,
    /// What holds when it is made.
    pub domain: Set,
    /// So many accesses, and accesses of scalars, were found before it.
    pub after: (usize, usize),
}

/// How a scalar is used.
#[derive(Clone, Copy, Debug)]
pub struct ScalarMention {
    /// Its value is used.
    pub read: bool,
    /// It is assigned.
    pub written: Option<Span>,
    /// The first mention.
    pub span: Span,
}

/// Where a pointer points: `offset` elements after the first element of what
/// `place[subscripts]` is.
#[derive(Clone, Debug)]
pub struct Pointer {
    place: Place,
    subscripts: Vec<Polynomial>,
    offset: Polynomial,
    /// The subscripts are known.
    exact: bool,
    /// The subscripts that pointer variables of the region move: each may run over the end of its row.
    moved: Vec<usize>,
    /// It is the address of an element, and has not left it.
    is_element: bool,
    /// It points into an element: subscripts from here on are not the outer array's.
    inside: Option<Inside>,
}

/// What a pointer into an element points to.
#[derive(Clone, Debug)]
struct Inside {
    /// The expression that names the element.
    element: ExprId,
    /// The member of it, as far as it is known.
    member: Vec<Part>,
    /// It is the address of this member, and no array that became a pointer.
    is_address: bool,
    /// The length of the array that it was, if the member is one and steps are counted from its first element.
    length: Option<u64>,
}

impl Inside {
    /// After a step: somewhere in the same array, or, beside a member, where another element may lie.
    fn moved(mut self) -> Option<Inside> {
        if self.is_address && !matches!(self.member.last(), Some(Part::Element(_))) {
            return None;
        }
        let members = self.member.iter().take_while(|part| matches!(part, Part::Member(_))).count();
        let length = self.length.filter(|_| members == self.member.len());
        self.member.truncate(members);
        Some(Inside { is_address: false, length, ..self })
    }
}

impl Pointer {
    /// Somewhere in the array at a place.
    pub fn into(place: Place) -> Pointer {
        Pointer { exact: false, ..Pointer::to(place) }
    }

    fn to(place: Place) -> Pointer {
        let offset = Polynomial::constant(0);
        let (subscripts, moved) = (Vec::new(), Vec::new());
        Pointer { place, subscripts, offset, exact: true, moved, is_element: false, inside: None }
    }

    /// The same, kept in a variable of the region.
    pub fn as_variable(mut self) -> Pointer {
        if self.inside.is_none() && !self.is_element {
            self.moved.push(self.subscripts.len());
        }
        self
    }

    /// The array it points into.
    pub fn place(&self) -> &Place {
        &self.place
    }

    fn displaced(mut self, by: Option<Polynomial>) -> Pointer {
        let stays = by.as_ref().is_some_and(|by| by.as_constant() == Some(0));
        if self.is_element && !stays {
            self.is_element = false;
            self.moved.push(self.subscripts.len());
        }
        if let Some(inside) = self.inside.take() {
            self.inside = if stays { Some(inside) } else { inside.moved() };
            if self.inside.is_none() {
                return Pointer::into(self.place);
            }
        }
        match by.and_then(|by| self.offset.plus(&by).ok()) {
            Some(offset) => self.offset = offset,
            None => self.exact = false,
        }
        self
    }
}

/// An object: an element of an array, or part of one.
#[derive(Clone, Debug)]
struct Object {
    place: Place,
    subscripts: Vec<Polynomial>,
    exact: bool,
    /// As in [`Pointer`].
    moved: Vec<usize>,
    /// The expression that names the element itself.
    element: ExprId,
    /// A member of the element was taken: further subscripts are inside it.
    inside: bool,
    /// The member of the element that a pointer led to, where the expression does not say it.
    member: Vec<Part>,
}

/// Reads the expressions of a region; the region's walk keeps the context.
pub struct Reader<'a, 'p> {
    /// The program.
    pub input: &'a Input<'p>,
    /// What variables stand for at this point.
    pub values: &'a mut Values,
    /// Pointers of the region, variables and members of its structs, and where
    /// they point at this point.
    pub pointers: &'a BTreeMap<Place, Pointer>,
    /// Variables of the region and of the functions that it calls.
    pub own: &'a BTreeSet<VarId>,
    /// Pointers that lead to string literals and nowhere else.
    pub of_literals: &'a BTreeSet<VarId>,
    /// Places that data directives and shapes name.
    pub named: &'a BTreeSet<Place>,
    /// Shapes of arrays by place.
    pub shapes: &'a BTreeMap<Place, ArrayShape>,
    /// What holds at this point.
    pub domain: Set,
    /// The loops around it.
    pub loops: &'a [StmtId],
    /// The statement it stands in.
    pub stmt: StmtId,
    /// Where finds go.
    pub found: &'a mut Found,
}

impl Reader<'_, '_> {
    /// Reads an expression whose value is used.
    pub fn value(&mut self, expr: ExprId) {
        // Long sums lean to the left: walk down that side without recursion.
        let mut at = expr;
        loop {
            match &self.input.program.exprs[at].kind {
                ExprKind::Binary { op: BinaryOp::And, lhs, rhs } => {
                    self.value(*lhs);
                    return self.guarded(*lhs, true, *rhs);
                }
                ExprKind::Binary { op: BinaryOp::Or, lhs, rhs } => {
                    self.value(*lhs);
                    return self.guarded(*lhs, false, *rhs);
                }
                ExprKind::Binary { lhs, rhs, .. } => {
                    self.value(*rhs);
                    at = *lhs;
                }
                ExprKind::Cast { operand, .. } => at = *operand,
                _ => return self.leaf(at),
            }
        }
    }

    /// Reads an lvalue that is changed by something that is no assignment.
    pub fn updated(&mut self, lvalue: ExprId) {
        self.object_used(lvalue, Some(AccessMode::Update));
    }

    fn leaf(&mut self, expr: ExprId) {
        let node = &self.input.program.exprs[expr];
        match &node.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) if self.row(expr).is_some() => {
                self.object_used(expr, None);
            }
            ExprKind::Var(_) | ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => {
                let is_object = !self.input.program.types.is_array(node.ty)
                    && !self.input.program.types.is_function(node.ty);
                let mode = is_object.then_some(AccessMode::Read);
                self.object_used(expr, mode);
            }
            ExprKind::AddrOf(operand) => self.address_taken(*operand),
            ExprKind::Assign { lhs, rhs } => {
                self.value(*rhs);
                self.object_used(*lhs, Some(AccessMode::Write));
            }
            ExprKind::AssignOp { lhs, rhs, .. } => {
                self.value(*rhs);
                self.object_used(*lhs, Some(AccessMode::Update));
            }
            ExprKind::IncDec { operand, .. } => self.object_used(*operand, Some(AccessMode::Update)),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.value(*cond);
                then.iter().for_each(|then| self.guarded(*cond, true, *then));
                self.guarded(*cond, false, *otherwise);
            }
            ExprKind::Call { callee, args } => self.call(expr, *callee, args),
            ExprKind::StmtExpr(_) => self.enter_later(expr),
            ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Cast { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg(_)
            | ExprKind::ConvertVector(_)
            | ExprKind::Construct(_)
            | ExprKind::Launch { .. } => self.operands(expr),
            // The size of an array of variable length is computed; no other operand is.
            ExprKind::Measure { value: None, .. } => self.operands(expr),
            ExprKind::Measure { value: Some(_), .. }
            | ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::LabelAddress(_)
            | ExprKind::Grid(..)
            | ExprKind::Error => {}
        }
    }

    /// The operands of an expression that only uses their values. None of them
    /// is a statement: those of `({ … })` are walked by the region.
    fn operands(&mut self, expr: ExprId) {
        for child in self.input.program.children(Node::Expr(expr)) {
            match child {
                Node::Expr(operand) => self.value(operand),
                Node::Stmt(_) => self.found.untraced.push(self.input.span(expr)),
            }
        }
    }

    /// Reads an expression that is evaluated only if the condition is so.
    fn guarded(&mut self, condition: ExprId, holds: bool, expr: ExprId) {
        let before = self.domain.clone();
        self.domain = with_condition(self.input, self.values, before.clone(), condition, holds);
        self.value(expr);
        self.domain = before;
    }

    /// `&x`: a scalar whose address goes somewhere may be read and changed.
    fn address_taken(&mut self, lvalue: ExprId) {
        match self.object(lvalue) {
            Some(object) if object.subscripts.is_empty() && !self.is_array(&object.place) => {
                self.object_used(lvalue, Some(AccessMode::Update));
            }
            _ => self.subexpressions(lvalue),
        }
    }

    /// Its accesses come before those that the rest of the expression makes.
    fn enter_later(&mut self, expr: ExprId) {
        let after = (self.found.accesses.len(), self.found.scalar_accesses.len());
        let (stmt, domain) = (self.stmt, self.domain.clone());
        self.found.calls.push(PendingCall { expr, stmt, domain, after });
    }

    fn call(&mut self, call: ExprId, callee: ExprId, args: &[ExprId]) {
        if self.input.program.called_function(callee).is_none() {
            self.value(callee);
        }
        if self.input.program.instances.contains_key(&call) {
            args.iter().for_each(|arg| self.argument(*arg));
            return self.enter_later(call);
        }
        for arg in args {
            self.value(*arg);
            let ty = self.input.program.exprs[*arg].ty;
            let Some(target) = self.input.program.types.pointee(ty) else { continue };
            let is_local_address = matches!(self.input.program.exprs[*arg].kind, ExprKind::AddrOf(_));
            match self.pointer(*arg) {
                Some(pointer) if self.is_array(&pointer.place) => {
                    let mode = if self.is_const(target) { AccessMode::Read } else { AccessMode::Update };
                    let access = self.access(pointer.place, None, mode, (*arg, *arg));
                    self.found.accesses.push(access);
                }
                Some(_) => {}
                None if is_local_address || printing::literal(self.input.program, *arg).is_some() => {}
                None => self.found.untraced.push(self.input.span(*arg)),
            }
        }
    }

    /// An argument of a call that is walked into: what happens behind a
    /// pointer is seen there.
    fn argument(&mut self, arg: ExprId) {
        match &self.input.program.exprs[arg].kind {
            ExprKind::AddrOf(operand) => self.subexpressions(*operand),
            ExprKind::Cast { operand, .. } => self.argument(*operand),
            _ => self.value(arg),
        }
    }

    fn is_const(&self, ty: Type) -> bool {
        self.input.program.types.strip(ty).is_const()
    }

    fn is_pointer(&self, place: &Place) -> bool {
        place_type(self.input.program, place).is_some_and(|ty| self.input.program.types.is_pointer(ty))
    }

    fn is_array(&self, place: &Place) -> bool {
        let ty = place_type(self.input.program, place);
        let types = &self.input.program.types;
        ty.is_some_and(|ty| types.is_array(ty) || types.is_pointer(ty))
    }

    /// An lvalue is read or written; with no mode, only its parts are.
    fn object_used(&mut self, lvalue: ExprId, mode: Option<AccessMode>) {
        self.subexpressions(lvalue);
        let Some(mode) = mode else { return };
        match self.object(lvalue) {
            None if mode == AccessMode::Read && self.is_part_of_value(lvalue) => {}
            None if mode == AccessMode::Read
                && literals::is_character(self.input.program, lvalue, self.of_literals) => {}
            None => self.found.untraced.push(self.input.span(lvalue)),
            // The device has the rows of a table in one block, and none can take the place of another.
            Some(_) if mode.writes() && self.row(lvalue).is_some() => {
                self.found.untraced.push(self.input.span(lvalue));
            }
            Some(object) if object.subscripts.is_empty() => {
                let parts = self.parts_of_struct(&object.place, lvalue);
                let element = self.access(object.place.clone(), Some(Vec::new()), mode, (lvalue, lvalue));
                self.found.scalar_accesses.push(Access { parts, ..element });
                self.scalar(object.place, mode, self.input.span(lvalue));
            }
            Some(object) => {
                let subscripts = self.subscripts_of(&object);
                let (subscripts, promoted) = match subscripts {
                    Some((subscripts, promoted)) => (Some(subscripts), promoted),
                    None => (None, false),
                };
                let flat = self.flat(&object).and_then(|offset| self.values.linear(&offset));
                let parts = self.parts(object.element, &object.member, lvalue);
                let access = self.access(object.place, subscripts, mode, (object.element, lvalue));
                self.found.accesses.push(Access { promoted, flat, parts, ..access });
            }
        }
    }

    /// `f(i).x`, `((struct point){1, 2}).v[0]`: a member of what is no object of the program's.
    fn is_part_of_value(&self, lvalue: ExprId) -> bool {
        let program = self.input.program;
        let mut at = lvalue;
        loop {
            at = match program.exprs[at].kind {
                ExprKind::Member { base, arrow: false, .. } => base,
                // An element of an array that is a member; behind a pointer is another object.
                ExprKind::Index { base, .. } => match program.exprs[base].kind {
                    ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => operand,
                    _ => return false,
                },
                ExprKind::CompoundLiteral { .. }
                | ExprKind::Call { .. }
                | ExprKind::Assign { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::StmtExpr(_) => {
                    let types = &program.types;
                    let ty = program.exprs[at].ty;
                    return types.as_record(ty).is_some() || types.is_array(ty);
                }
                _ => return false,
            }
        }
    }

    fn scalar(&mut self, place: Place, mode: AccessMode, span: Span) {
        let mention =
            self.found.scalars.entry(place).or_insert(ScalarMention { read: false, written: None, span });
        mention.read |= mode.reads();
        if mode.writes() && mention.written.is_none() {
            mention.written = Some(span);
        }
    }

    /// Index expressions and pointers below an lvalue are values.
    fn subexpressions(&mut self, lvalue: ExprId) {
        let mut at = lvalue;
        loop {
            match &self.input.program.exprs[at].kind {
                ExprKind::Index { base, index } => {
                    self.value(*index);
                    at = *base;
                }
                ExprKind::Deref(base) => at = *base,
                ExprKind::Member { base, .. } => at = *base,
                ExprKind::Cast { operand, .. } => at = *operand,
                ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                    let left = self.input.program.types.is_pointer(self.input.program.exprs[*lhs].ty);
                    let (pointer, offset) = if left { (*lhs, *rhs) } else { (*rhs, *lhs) };
                    self.value(offset);
                    at = pointer;
                }
                ExprKind::AddrOf(operand) => at = *operand,
                ExprKind::Var(_) => return,
                _ => return self.value(at),
            }
        }
    }

    /// The object an lvalue names.
    fn object(&mut self, lvalue: ExprId) -> Option<Object> {
        match &self.input.program.exprs[lvalue].kind {
            ExprKind::Var(_) => self.whole(Place::of(self.input.program, lvalue)?, lvalue),
            ExprKind::Member { base, arrow, .. } => match Place::of(self.input.program, lvalue) {
                Some(place) => self.member_of_place(place, lvalue),
                None => {
                    let object = match arrow {
                        true => {
                            let pointer = self.pointer(*base)?;
                            self.element(pointer, Some(Polynomial::constant(0)), *base)?
                        }
                        false => self.object(*base)?,
                    };
                    Some(Object { inside: true, ..object })
                }
            },
            ExprKind::Index { base, index } => {
                let pointer = self.pointer(*base)?;
                let index = self.values.subscript(self.input, *index, &self.domain.clone());
                self.element(pointer, Some(index), lvalue)
            }
            ExprKind::Deref(base) => {
                let pointer = self.pointer(*base)?;
                self.element(pointer, Some(Polynomial::constant(0)), lvalue)
            }
            _ => None,
        }
    }

    fn whole(&self, place: Place, element: ExprId) -> Option<Object> {
        let subscripts = Vec::new();
        let (moved, member) = (Vec::new(), Vec::new());
        Some(Object { place, subscripts, exact: true, moved, element, inside: false, member })
    }

    /// `s->a` or `g.n`: the place itself if a directive names it; else part of
    /// the longest place around it that has one; else part of a struct passed
    /// by value, or (through a pointer, or beside an array that a directive names) a scalar of its own.
    fn member_of_place(&mut self, place: Place, lvalue: ExprId) -> Option<Object> {
        if self.named.contains(&place) {
            return self.whole(place, lvalue);
        }
        for length in (0..place.path.len()).rev() {
            let outer = Place { var: place.var, path: place.path[..length].to_vec() };
            let local = length == 0 && self.pointers.contains_key(&outer);
            if !self.named.contains(&outer) && !local {
                continue;
            }
            let object = match place.path[length].arrow {
                true if local => {
                    let pointer = self.pointers.get(&outer)?.clone();
                    self.element(pointer, Some(Polynomial::constant(0)), lvalue)?
                }
                true => self.element(Pointer::to(outer), Some(Polynomial::constant(0)), lvalue)?,
                false => self.whole(outer, lvalue)?,
            };
            return Some(Object { inside: true, ..object });
        }
        let is_pointer =
            place_type(self.input.program, &place).is_some_and(|ty| self.input.program.types.is_pointer(ty));
        // A struct with an array on the device may be large: of the rest, kernels get what they name.
        let has_copy =
            |named: &Place| named.var == place.var && !named.path.is_empty() && !named.is_indirect();
        if place.is_indirect() || is_pointer || self.named.iter().any(has_copy) {
            return self.whole(place, lvalue);
        }
        Some(Object { inside: true, ..self.whole(Place::var(place.var), lvalue)? })
    }

    /// The object `index` elements on from where a pointer points.
    fn element(&mut self, pointer: Pointer, index: Option<Polynomial>, element: ExprId) -> Option<Object> {
        // `&x` of a scalar or struct points to it alone.
        if pointer.subscripts.is_empty() && !self.is_array(&pointer.place) {
            return Some(Object { inside: pointer.inside.is_some(), ..self.whole(pointer.place, element)? });
        }
        let Pointer { place, mut subscripts, offset, exact, moved, inside, .. } = pointer.displaced(index);
        if let Some(Inside { element, mut member, length, .. }) = inside {
            let part = length.and_then(|length| self.lies_below(&offset, length)).filter(|_| exact);
            member.extend(part.map(|part| Part::Element(Some(part))));
            return Some(Object { place, subscripts, exact, moved, element, inside: true, member });
        }
        subscripts.push(offset);
        Some(Object { place, subscripts, exact, moved, element, inside: false, member: Vec::new() })
    }

    /// Where a pointer expression points.
    pub fn pointer(&mut self, expr: ExprId) -> Option<Pointer> {
        let node = &self.input.program.exprs[expr];
        match &node.kind {
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                let object = self.object(*operand)?;
                let inside = object.inside.then(|| self.inside_of(&object, *operand, false));
                let Object { place, subscripts, exact, moved, .. } = object;
                let offset = Polynomial::constant(0);
                Some(Pointer { place, subscripts, offset, exact, moved, is_element: false, inside })
            }
            ExprKind::Cast { kind: CastKind::Pointer | CastKind::Same, operand, .. } => {
                let same = self.same_target(node.ty, self.input.program.exprs[*operand].ty);
                let pointer = self.pointer(*operand)?;
                Some(if same { pointer } else { Pointer::into(pointer.place) })
            }
            ExprKind::Var(var) => match self.pointers.get(&Place::var(*var)) {
                Some(pointer) => Some(pointer.clone()),
                None if self.values.changing.contains(var) => None,
                None => Some(Pointer::to(Place::var(*var))),
            },
            ExprKind::Member { .. } => {
                // A member of the region's own struct points where it was made to.
                if let Some(place) = Place::of(self.input.program, expr).filter(|p| self.own.contains(&p.var))
                {
                    return self.pointers.get(&place).cloned();
                }
                let object = self.object(expr)?;
                (object.subscripts.is_empty() && !object.inside).then(|| Pointer::to(object.place))
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs } => {
                let left = self.input.program.types.is_pointer(self.input.program.exprs[*lhs].ty);
                let (base, offset) = if left { (*lhs, *rhs) } else { (*rhs, *lhs) };
                let pointer = self.pointer(base)?;
                let amount = self.values.subscript(self.input, offset, &self.domain.clone());
                let sign = if *op == BinaryOp::Sub { -1 } else { 1 };
                Some(pointer.displaced(amount.scaled(sign).ok()))
            }
            ExprKind::AddrOf(operand) => {
                let object = self.object(*operand)?;
                if object.subscripts.is_empty() && !object.inside && self.is_pointer(&object.place) {
                    // A pointer to a pointer: what it is made to point to is not followed.
                    return None;
                }
                if object.subscripts.is_empty() {
                    return Some(Pointer::into(object.place));
                }
                let inside = object.inside.then(|| self.inside_of(&object, *operand, true));
                let Object { place, mut subscripts, exact, moved, .. } = object;
                let is_element = inside.is_none();
                let offset = if is_element { subscripts.pop()? } else { Polynomial::constant(0) };
                Some(Pointer { place, subscripts, offset, exact, moved, is_element, inside })
            }
            ExprKind::Index { .. } | ExprKind::Deref(_) => self.row(expr),
            ExprKind::Assign { rhs, .. } => self.pointer(*rhs),
            ExprKind::IncDec { operand, .. } => Some(Pointer::into(self.pointer(*operand)?.place)),
            ExprKind::AssignOp { lhs, .. } => Some(Pointer::into(self.pointer(*lhs)?.place)),
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                let (a, b) = (self.pointer(*then)?, self.pointer(*otherwise)?);
                (a.place == b.place).then(|| Pointer::into(a.place))
            }
            _ => None,
        }
    }

    /// Where `&s[i].x`, or an array `s[i].v` that becomes a pointer, points to.
    fn inside_of(&mut self, object: &Object, lvalue: ExprId, is_address: bool) -> Inside {
        let member = self.parts(object.element, &object.member, lvalue);
        let address = Inside { element: object.element, member, is_address: true, length: None };
        if is_address {
            return address;
        }
        let program = self.input.program;
        let length = match *program.types.stripped(program.exprs[lvalue].ty) {
            TypeKind::Array(_, ArrayLen::Fixed(length)) => Some(length),
            _ => None,
        };
        Inside { is_address: false, length, ..address.clone() }.moved().unwrap_or(address)
    }

    /// `a[i]` of a `float **a` whose rows a `shape` tells of: where the row begins.
    fn row(&mut self, expr: ExprId) -> Option<Pointer> {
        let ty = self.input.program.exprs[expr].ty;
        let is_pointer = self.input.program.types.is_pointer(ty);
        if !is_pointer || !self.shapes.values().any(|shape| shape.row_pointers) {
            return None;
        }
        let Object { place, subscripts, exact, moved, inside, .. } = self.object(expr)?;
        let shape = self.shapes.get(&place).filter(|shape| shape.row_pointers && !inside)?;
        let offset = Polynomial::constant(0);
        (subscripts.len() < shape.rank()).then_some(Pointer {
            place,
            subscripts,
            offset,
            exact,
            moved,
            is_element: false,
            inside: None,
        })
    }

    fn same_target(&self, a: Type, b: Type) -> bool {
        let types = &self.input.program.types;
        let target = |ty: Type| types.pointee(ty).map(|target| types.strip(target).id);
        target(a) == target(b)
    }

    /// One subscript per dimension, and whether they were made out of one.
    fn subscripts_of(&mut self, object: &Object) -> Option<(Vec<affine::LinearExpr>, bool)> {
        if !object.exact {
            return None;
        }
        let rank = self.shapes.get(&object.place).map_or(object.subscripts.len(), ArrayShape::rank);
        let direct = object.subscripts.len() == rank && (rank == 1 || self.stays_in_rows(object));
        let (indices, promoted) = match direct {
            true => (object.subscripts.clone(), false),
            false => (self.promoted(object)?, true),
        };
        let linear: Option<Vec<_>> = indices.iter().map(|index| self.values.linear(index)).collect();
        Some((linear?, promoted))
    }

    /// `row[k]` with `row = a[i]`, and `k` proven to be one of its columns: as good as `a[i][k]`. The outermost subscript leads into no
    /// other row.
    fn stays_in_rows(&mut self, object: &Object) -> bool {
        if object.moved.is_empty() {
            return true;
        }
        let Some(dims) = self.dims(&object.place) else { return false };
        object.moved.iter().filter(|at| **at > 0).all(|at| {
            let (Some(subscript), Some(dim)) = (object.subscripts.get(*at), dims.get(*at)) else {
                return false;
            };
            let context = self.context([subscript, dim]);
            lies_in(subscript, dim, &context, self.values.symbols.products()).is_proven()
        })
    }

    /// The dimensions of an array.
    fn dims(&mut self, place: &Place) -> Option<Vec<Polynomial>> {
        let shape = self.shapes.get(place)?.clone();
        Some(shape.extents.iter().map(|extent| self.extent(*extent)).collect())
    }

    /// What is known here of formulas.
    fn context<'f>(&self, formulas: impl IntoIterator<Item = &'f Polynomial>) -> Set {
        let mentioned = formulas.into_iter().flat_map(Polynomial::vars);
        let mentioned = mentioned.chain(self.domain.vars()).collect();
        self.domain.intersect(&self.values.knowledge_about(mentioned))
    }

    /// Takes a linear subscript apart by the dimensions of the array.
    fn promoted(&mut self, object: &Object) -> Option<Vec<Polynomial>> {
        let dims = self.dims(&object.place)?;
        let offset = self.flat(object)?;
        let context = self.context(dims.iter().chain([&offset]));
        let apart = delinearize(&offset, &dims, &context, self.values.symbols.products())?;
        Some(apart.indices)
    }

    /// The elements before an object in its array.
    fn flat(&mut self, object: &Object) -> Option<Polynomial> {
        if !object.exact {
            return None;
        }
        let dims = self.dims(&object.place)?;
        if object.subscripts.len() != 1 && object.subscripts.len() != dims.len() {
            return None;
        }
        let mut offset = Polynomial::constant(0);
        for (at, subscript) in object.subscripts.iter().enumerate() {
            // With one subscript it counts elements; with several, each the
            // parts of its own dimension.
            let scale = object.subscripts.len() == dims.len();
            let factor =
                if scale && at + 1 < dims.len() { dims[at + 1].clone() } else { Polynomial::constant(1) };
            offset = offset.plus(subscript).ok()?.times(&factor).ok()?;
        }
        Some(offset)
    }

    fn extent(&mut self, extent: Option<Extent>) -> Polynomial {
        match extent {
            Some(Extent::Constant(n)) => Polynomial::constant(i128::from(n)),
            Some(Extent::Expr(expr)) => self.values.polynomial(self.input, expr, &self.domain.clone()),
            // Only the outermost is unknown, and it takes no part in the proof.
            None => Polynomial::constant(1 << 62),
        }
    }

    /// An access to an element, named by `exprs.0` alone and by `exprs.1` with
    /// the member that is meant.
    fn access(
        &self,
        place: Place,
        subscripts: Option<Vec<affine::LinearExpr>>,
        mode: AccessMode,
        (expr, lvalue): (ExprId, ExprId),
    ) -> Access {
        Access {
            expr,
            lvalue,
            place,
            mode,
            subscripts,
            promoted: false,
            flat: None,
            parts: Vec::new(),
            loops: self.loops.to_vec(),
            domain: self.domain.clone(),
            joined: None,
            stmt: self.stmt,
            before: false,
            span: self.input.span(expr),
        }
    }
}
