//! Redirecting a kernel's accesses: to device copies, to shared memory, to
//! the kernel's own variables.
//!
//! A copy with the host's layout needs only its base replaced: `A[i][j]` keeps
//! its subscripts, and the user's spelling. A compact section is rebased, an
//! access that shared memory serves becomes an access to the tile.

use affine::LinearExpr;
use analyze::{CopyId, Place, SymbolKind};
use diagnostics::{Diagnostic, codes};
use hir::copy::{self, Rewrite};
use hir::{Builder, CastKind, Expr, ExprId, ExprKind, Program, StmtId, StmtKind, VarId};
use kir::{DeviceArray, Extent};

use crate::kernel::{KernelOutline, for_index};
use crate::skeleton::not_translated_yet;

impl<'a> Rewrite<'a> for KernelOutline<'_, 'a> {
    fn builder(&mut self) -> &mut Builder<'a> {
        &mut self.o.b
    }

    /// What is made in an access's place stands at its place; not inside a macro,
    /// or the printer would take a part of it for the macro.
    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let written = self.o.b.sources.expansions.outermost_call(self.o.b.program.exprs[expr].span);
        let before = std::mem::replace(&mut self.o.b.origin, written);
        let replaced = match self.asked_time(expr) {
            Some((place, var)) => Some(self.at_its_time(expr, place, var)),
            None => self.redirected(expr),
        };
        self.o.b.origin = before;
        replaced
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        self.replaced_stmt(stmt)
    }
}

impl KernelOutline<'_, '_> {
    /// For an access to an array that has a snapshot: what stands for the array there, if that is not what does now.
    fn asked_time(&self, expr: ExprId) -> Option<(Place, VarId)> {
        let access = &self.facts.accesses[*self.accesses.get(&expr)?];
        let times = self.times.get(&access.place)?;
        let wanted = if access.before { times.before } else { times.now };
        let (_, standing) = *self.places.get(&access.place)?;
        (wanted != standing).then(|| (access.place.clone(), wanted))
    }

    /// An access, with another array in the place of its own.
    fn at_its_time(&mut self, expr: ExprId, place: Place, var: VarId) -> ExprId {
        let now = self.places[&place];
        self.places.insert(place.clone(), (now.0, var));
        let replaced = self.redirected(expr).unwrap_or_else(|| copy::expr_below(self, expr));
        self.places.insert(place, now);
        replaced
    }

    fn redirected(&mut self, expr: ExprId) -> Option<ExprId> {
        if let Some(&number) = self.accesses.get(&expr) {
            if let Some(&shared) = self.served.get(&number) {
                return Some(self.shared_element(number, shared));
            }
            if let Some(element) = self.rebased_element(number) {
                return Some(element);
            }
        }
        match self.o.b.program.exprs[expr].kind {
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                if let Some(row) = self.row_of_flat(operand) {
                    return Some(row);
                }
                let place = Place::of(self.o.b.program, operand)?;
                let (copy, var) = *self.places.get(&place)?;
                // The kernel's parameter is a pointer already; a constant is an array still.
                let is_pointer = self.array(copy).constant.is_none();
                is_pointer.then(|| self.pointer_value(copy, var))
            }
            ExprKind::Index { .. } => self.row_behind_pointer(expr),
            ExprKind::Var(_) | ExprKind::Member { .. } => self.place_or_variable(expr),
            ExprKind::Enumerator(enumerator) => self.number_of(enumerator),
            ExprKind::Call { .. } => self.call_with_more(expr),
            ExprKind::Measure { .. } => {
                let body = self.facts.body;
                measured_by_type(&mut self.o.b, expr, |program, var| {
                    program.stmts_below(body).any(|stmt| program.declared(stmt).any(|own| own == var))
                })
            }
            _ => None,
        }
    }

    fn replaced_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        if let Some(update) = self.reducing_update(stmt) {
            return Some(update);
        }
        // An `atomic` stays with its statement; each target has its own way with it.
        if let StmtKind::Annotated { directive, .. } = self.o.b.program.stmts[stmt].kind
            && !matches!(self.o.b.program.directives[directive].kind, hir::DirectiveKind::Atomic)
        {
            self.o.sink.push(not_translated_yet(self.o.b.program.directives[directive].span));
        }
        let index = for_index(self.o.b.program, stmt).filter(|v| self.loop_indices.contains(v))?;
        let StmtKind::For { init, cond, step, body } = self.o.b.program.stmts[stmt].kind.clone() else {
            return None;
        };
        let span = self.o.b.program.stmts[stmt].span;
        let scope = self.enter_loop(stmt, index, init);
        let cond = cond.map(|e| copy::expr(self, e));
        let step = step.map(|e| copy::expr(self, e));
        let body = copy::stmt(self, body);
        let init = self.leave_loop(scope);
        let kind = StmtKind::For { init: Some(init), cond, step, body };
        Some(self.o.b.program.stmts.alloc(hir::Stmt { kind, span }))
    }
}

/// `sizeof x` of something outside, by its type: an array is a pointer in the kernel, and what is not evaluated is not passed.
pub(crate) fn measured_by_type(
    b: &mut Builder<'_>,
    expr: ExprId,
    is_inside: impl Fn(&Program, VarId) -> bool,
) -> Option<ExprId> {
    let Expr { kind: ExprKind::Measure { what, of, operand, value: Some(value) }, ty, .. } =
        b.program.exprs[expr]
    else {
        return None;
    };
    let is_outside = b.program.variables_below(operand?).any(|var| !is_inside(b.program, var));
    is_outside.then(|| b.expr(ExprKind::Measure { what, of, operand: None, value: Some(value) }, ty))
}

/// A loop that declares its own index, while its parts are rewritten.
pub(crate) struct LoopScope {
    index: VarId,
    shadowed: Option<VarId>,
    init: StmtId,
}

impl KernelOutline<'_, '_> {
    /// Gives a loop an index of its own: `for (k = 0; …)` becomes
    /// `for (int k = 0; …)`.
    pub(crate) fn enter_loop(&mut self, stmt: StmtId, index: VarId, init: Option<StmtId>) -> LoopScope {
        let first = init.and_then(|init| assigned_value(self.o.b.program, init));
        let first = first.map(|e| copy::expr(self, e));
        let own = self.fresh_copy(index);
        self.loop_vars.insert(stmt, own);
        let init = self.o.b.declare(own, first);
        let shadowed = self.renamed.insert(index, own);
        LoopScope { index, shadowed, init }
    }

    /// Ends it; returns the declaration.
    pub(crate) fn leave_loop(&mut self, scope: LoopScope) -> StmtId {
        match scope.shadowed {
            Some(outer) => self.renamed.insert(scope.index, outer),
            None => self.renamed.remove(&scope.index),
        };
        scope.init
    }

    /// A variable of the same name and type.
    pub(crate) fn fresh_copy(&mut self, var: VarId) -> VarId {
        let original = &self.o.b.program.vars[var];
        let ty = original.ty.unqualified();
        let name = original.name.map_or_else(String::new, |n| self.o.b.sources.text(n).into_owned());
        self.o.b.local(&name, ty)
    }

    fn array(&self, copy: CopyId) -> &DeviceArray {
        &self.o.out.arrays[self.o.arrays[&copy]]
    }

    /// What stands for a name or member path: a device copy's pointer (the
    /// object behind it, for scalars and structs), or a renamed variable.
    fn place_or_variable(&mut self, expr: ExprId) -> Option<ExprId> {
        let place = Place::of(self.o.b.program, expr)?;
        if place.path.is_empty()
            && let Some(own) = self.accumulator(place.var)
        {
            return Some(self.o.b.var(own));
        }
        if let Some(&(copy, var)) = self.places.get(&place) {
            let value = self.o.b.var(var);
            let array = self.array(copy);
            if array.dims.is_empty() && array.constant.is_none() {
                let ty = array.element;
                return Some(self.o.b.expr(ExprKind::Deref(value), ty));
            }
            return Some(self.pointer_value(copy, var));
        }
        if let Some(i) = self.facts.shared.iter().position(|s| s.copy.is_none() && s.place == place) {
            let var = self.shared[self.shared_ids[i]].var;
            return Some(self.o.b.var(var));
        }
        if let Some(&member) = self.members.get(&place) {
            return Some(self.o.b.var(member));
        }
        let own = *self.renamed.get(&place.var).filter(|_| place.path.is_empty())?;
        Some(self.o.b.var(own))
    }

    /// The array as a pointer: that of index 0, where the copy begins behind
    /// it. What is computed from it is then right as it is written.
    fn pointer_value(&mut self, copy: CopyId, var: VarId) -> ExprId {
        let array = self.array(copy).clone();
        let pointer = self.o.b.var(var);
        let is_shifted = !array.has_host_layout() && array.has_whole_rows();
        let Some(outer) = array.dims.first().filter(|_| is_shifted && !array.is_texture()) else {
            return pointer;
        };
        let ty = self.o.b.program.vars[var].ty;
        let points_to_rows =
            self.o.b.program.types.pointee(ty).is_some_and(|row| self.o.b.program.types.is_array(row));
        let row = match points_to_rows {
            true => Extent::Constant(1),
            false => Extent::product(array.dims.iter().skip(1).map(|d| d.extent), &mut self.o.b),
        };
        let start = outer.lo.times(row, &mut self.o.b).expr(&mut self.o.b);
        self.o.b.expr(ExprKind::Binary { op: hir::BinaryOp::Sub, lhs: pointer, rhs: start }, ty)
    }

    /// An access to the part of an array that the block keeps in shared
    /// memory: subscripts count from the tile's corner.
    fn shared_element(&mut self, number: usize, shared: usize) -> ExprId {
        let (access, facts) = (&self.facts.accesses[number], &self.facts.shared[shared]);
        let tile = self.shared[self.shared_ids[shared]].var;
        let mut subscripts = Vec::new();
        for (subscript, dim) in access.subscripts.iter().flatten().zip(&facts.dims) {
            let index = self.in_lanes(subscript).and_then(|s| s.minus(&dim.lo).ok());
            match index.and_then(|index| self.formula(&index)) {
                Some(index) => subscripts.push(index),
                None => {
                    let span = access.span;
                    self.o.sink.push(access_not_expressible(span));
                }
            }
        }
        let base = self.o.b.var(tile);
        self.typed_index(base, &subscripts, facts.element)
    }

    /// `base[i][j]` of an element type that the base's type does not tell yet:
    /// the target decides how the tile is declared.
    pub(crate) fn typed_index(&mut self, base: ExprId, subscripts: &[ExprId], element: hir::Type) -> ExprId {
        subscripts.iter().fold(base, |base, &index| self.o.b.expr(ExprKind::Index { base, index }, element))
    }

    /// A formula in which the indices of batched loops are base and lane.
    fn in_lanes(&mut self, formula: &LinearExpr) -> Option<LinearExpr> {
        let mut formula = formula.clone();
        for var in formula.clone().vars() {
            let Some(SymbolKind::LoopIndex { loop_stmt, index }) = self.facts.symbols.kind(var).cloned()
            else {
                continue;
            };
            let Some(batch) = self.batches.get(&loop_stmt).copied() else { continue };
            let base = self.symbol_var(&SymbolKind::BatchBase { loop_stmt, index })?;
            let lane = self.symbol_var(&SymbolKind::Lane { loop_stmt })?;
            let value = LinearExpr::new([(1, base), (i128::from(batch.step), lane)], 0).ok()?;
            formula = formula.substituted(var, &value).ok()?;
        }
        Some(formula)
    }

    fn symbol_var(&self, kind: &SymbolKind) -> Option<affine::Var> {
        (0..self.facts.symbols.len())
            .map(|i| affine::Var(i as u32))
            .find(|v| self.facts.symbols.kind(*v) == Some(kind))
    }

    /// An access to a copy whose layout is not the host's; `None` if it has
    /// the host's layout or no copy.
    fn rebased_element(&mut self, number: usize) -> Option<ExprId> {
        let access = &self.facts.accesses[number];
        let (copy, var) = *self.places.get(&access.place)?;
        let array = self.array(copy).clone();
        let linear_texture = array.is_texture() && array.dims.len() > 1;
        if array.keeps_subscripts() && !linear_texture || array.dims.is_empty() {
            return None;
        }
        // Through a pointer variable the subscripts count from elsewhere.
        let (base, written) = self.o.b.program.element(access.expr);
        let is_direct = Place::of(self.o.b.program, base).as_ref() == Some(&access.place);
        // A pointer to a row of a table has the row's place on the device: what is read through it stays as it is.
        let is_row = |base: ExprId| matches!(self.o.b.program.exprs[base].kind, ExprKind::Var(_));
        if array.row_pointers && !is_direct && !written.is_empty() && is_row(base) {
            return None;
        }
        let written = if is_direct { written } else { Vec::new() };
        if written.len() == array.dims.len() {
            let subscripts: Vec<ExprId> = written.iter().map(|&e| copy::expr(self, e)).collect();
            return Some(array.element(&mut self.o.b, var, &subscripts, &mut |_, size| size));
        }
        if let Some(formulas) = access.subscripts.clone() {
            let subscripts: Option<Vec<ExprId>> = formulas.iter().map(|f| self.formula(f)).collect();
            if let Some(subscripts) = subscripts {
                return Some(array.element(&mut self.o.b, var, &subscripts, &mut |_, size| size));
            }
        }
        match written.as_slice() {
            [linear] if array.has_whole_rows() && !linear_texture => Some(self.shifted(&array, var, *linear)),
            _ => {
                self.o.sink.push(access_not_expressible(access.span));
                Some(self.o.b.var(var))
            }
        }
    }

    /// `a[i]` as a pointer, where the kernel has `a` as a flat array: `a + i * m`.
    fn row_of_flat(&mut self, row: ExprId) -> Option<ExprId> {
        let (base, written) = self.o.b.program.element(row);
        let (copy, var) = *self.places.get(&Place::of(self.o.b.program, base)?)?;
        let array = self.array(copy).clone();
        let is_row = !written.is_empty() && written.len() < array.dims.len();
        if !is_row || array.keeps_subscripts() || array.constant_inner_extents().is_some() {
            return None;
        }
        let zero = self.o.b.int(0);
        let mut subscripts: Vec<ExprId> = written.iter().map(|&e| copy::expr(self, e)).collect();
        subscripts.extend(array.dims.iter().skip(written.len()).map(|_| zero));
        let first = array.element(&mut self.o.b, var, &subscripts, &mut |_, size| size);
        let ty = self.o.b.program.vars[var].ty;
        Some(self.o.b.expr(ExprKind::AddrOf(first), ty))
    }

    /// `a[i]` as a pointer, where the host has pointers to rows and the kernel has one
    /// block: `&a[i * m]`.
    fn row_behind_pointer(&mut self, row: ExprId) -> Option<ExprId> {
        let ty = self.o.b.program.exprs[row].ty;
        if !self.o.b.program.types.is_pointer(ty) {
            return None;
        }
        let (base, written) = self.o.b.program.element(row);
        let (copy, var) = *self.places.get(&Place::of(self.o.b.program, base)?)?;
        let array = self.array(copy).clone();
        if !array.row_pointers || written.len() >= array.dims.len() {
            return None;
        }
        let mut subscripts: Vec<ExprId> = written.iter().map(|&e| copy::expr(self, e)).collect();
        // The row begins where it does on the host, held or not.
        let inner = array.dims.iter().skip(written.len());
        subscripts.extend(inner.map(|_| self.o.b.int(0)).collect::<Vec<_>>());
        let first = array.element(&mut self.o.b, var, &subscripts, &mut |_, size| size);
        Some(self.o.b.expr(ExprKind::AddrOf(first), ty))
    }

    /// Enumerators that a function declares are not known outside of it.
    fn number_of(&mut self, enumerator: hir::Id<hir::Enumerator>) -> Option<ExprId> {
        let program = &*self.o.b.program;
        let hir::Enumerator { value, ty, owner, .. } = program.enumerators[enumerator];
        let is_of_file = |item: &hir::Item| matches!(item, hir::Item::Enum(id) if *id == owner);
        if program.units.iter().any(|unit| unit.items.iter().any(is_of_file)) {
            return None;
        }
        let number = self.o.b.int(i64::try_from(value).ok()?);
        Some(self.o.b.cast(number, ty))
    }

    /// `p[e]` where only the outermost dimension is cut: `p[e - lo * row]`.
    fn shifted(&mut self, array: &DeviceArray, var: VarId, linear: ExprId) -> ExprId {
        let linear = copy::expr(self, linear);
        let row = Extent::product(array.dims.iter().skip(1).map(|d| d.extent), &mut self.o.b);
        let start = array.dims[0].lo.times(row, &mut self.o.b).expr(&mut self.o.b);
        let index = self.o.b.sub(linear, start);
        let base = self.o.b.var(var);
        self.o.b.index(base, &[index])
    }
}

/// `e` of the statement `v = e;`
fn assigned_value(program: &hir::Program, stmt: StmtId) -> Option<ExprId> {
    let StmtKind::Expr(assign) = program.stmts[stmt].kind else { return None };
    match program.exprs[assign].kind {
        ExprKind::Assign { rhs, .. } => Some(rhs),
        _ => None,
    }
}

fn access_not_expressible(span: hir::Span) -> Diagnostic {
    Diagnostic::new(
        &codes::ACCESS_NOT_REDIRECTED,
        span,
        "this access cannot be redirected to the device copy",
    )
    .label("its subscripts are not affine in the loop indices")
    .help("allocate the whole array on the device, so that subscripts need no change")
}
