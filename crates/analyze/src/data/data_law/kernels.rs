//! Kernels: what they read and write on the device, as accesses in the values that
//! the host has at the launch.
//!
//! The facts of a kernel speak of its own symbols: loop indices, and variables that do
//! not change in it. A variable becomes its value at the launch; loop indices, and
//! whatever only the kernel knows, are symbols that run over all they can be.

use std::rc::Rc;

use affine::{Constraint, LinearExpr, Relation, Set, Var};
use hir::{ExprKind, StmtId};

use crate::maps::HashMap;
use crate::{Access, KernelFacts, Place, ScalarClass, SymbolKind};

use super::Law;
use super::named::Meant;
use super::presence;
use super::record::Side;
use super::tiles;
use super::timeline::What;
use super::touches::{self, Part, ReadOf, Reads, Round, Touch};
use super::value::{Loc, LocKind, Site, Target, Value};

/// A kernel with more accesses to one array is taken to touch all of it.
const MOST_ACCESSES: usize = 64;

impl Law<'_, '_> {
    pub(super) fn kernel(&mut self, stmt: StmtId) {
        let Some((unit, kernel)) = self.kernels.get(&stmt).copied() else { return };
        let mut mapped = HashMap::default();
        let (mut touched, mut touching, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for used in kernel.arrays.iter().filter(|used| used.copy.is_some()) {
            if used.written {
                self.may_be_anything(&used.place);
            }
            let Meant { targets, alone, is_lost } = self.meant(&used.place);
            let own = self.accesses_of(kernel, &used.place);
            if is_lost {
                let name = self.input.place_name(&used.place);
                self.not_proven(kernel.directive, format!("which array `{name}` is"));
            }
            for target in &targets {
                if let Some(copy) = used.copy.filter(|_| alone || !is_lost) {
                    let (place, directive) = (&used.place, kernel.directive);
                    let site = presence::Site { place, span: used.span, directive, is_kernel: true };
                    self.must_be_there((unit, copy), &site, target.loc, alone);
                }
                let object = self.object(target.loc);
                let others = used.copy.map_or_else(Vec::new, |copy| self.other_copies((unit, copy), &object));
                for access in &own {
                    let touch = self.touch_of(kernel, access, target, alone, &mut mapped);
                    if !others.is_empty() {
                        let (place, directive, span) = (&used.place, kernel.directive, access.span);
                        let site = presence::Site { place, span, directive, is_kernel: true };
                        self.must_be_held(&others, &site, &touch.area(&object, false));
                    }
                    touched.push(touch);
                }
                touching.push((used, target.loc));
                for (access, certain) in tiles::lost(kernel, &used.place) {
                    lost.push(self.touch_of(kernel, access, target, alone && certain, &mut mapped));
                }
            }
        }
        self.device_touches(kernel, &touched);
        for touch in lost {
            let mut object = self.object_to_change(touch.loc);
            object.tile_writes(&touch.area(&object, false), touch.span);
            self.set(touch.loc, object);
        }
        self.defined_by(unit, kernel);
        self.empty_tiles(kernel);
        for (used, loc) in touching.iter().filter(|(used, _)| used.written) {
            let is_written = |touch: &Touch| touch.loc == *loc && touch.mode.writes();
            if !touched.iter().any(is_written) {
                let mut object = self.object_to_change(*loc);
                (object.idle_write, object.by_kernel) = (true, Some(used.span));
                self.set(*loc, object);
            }
        }
        for (_, loc) in touching.iter().filter(|(used, _)| used.written) {
            self.forget_elements(*loc);
        }
        touching.into_iter().for_each(|(used, loc)| self.happens_in(kernel, used, loc));
        for scalar in &kernel.scalars {
            if scalar.class != ScalarClass::ByValue {
                let loc = self.names.loc(LocKind::Var(scalar.var));
                self.now.iter_mut().for_each(|now| now.unset(loc));
            }
        }
        for used in kernel.arrays.iter().filter(|used| used.written && used.place.path.is_empty()) {
            let loc = self.names.loc(LocKind::Var(used.place.var));
            self.forget_elements(loc);
            let is_number = |now: &super::State| matches!(now.value(loc), Some(Value::Int(_)));
            self.now.iter_mut().filter(|now| is_number(now)).for_each(|now| now.unset(loc));
        }
    }

    /// The accesses of a kernel to the device copy of a place, in order.
    fn accesses_of<'k>(&self, kernel: &'k KernelFacts, place: &Place) -> Vec<&'k Access> {
        let in_tiles = |at: usize| kernel.shared.iter().any(|shared| shared.accesses.contains(&at));
        let plain = kernel.accesses.iter().enumerate().filter(|(at, _)| !in_tiles(*at)).map(|(_, a)| a);
        let mut own: Vec<&Access> = plain.filter(|access| access.place == *place).collect();
        own.extend(kernel.scalar_accesses.iter().filter(|access| access.place == *place));
        for moved in kernel.transfers.iter().filter(|access| access.place == *place) {
            let at = own.iter().position(|access| access.span.lo > moved.span.lo).unwrap_or(own.len());
            own.insert(at, moved);
        }
        own
    }

    fn touch_of(
        &mut self,
        kernel: &KernelFacts,
        access: &Access,
        target: &Target,
        certain: bool,
        mapped: &mut HashMap<Var, (LinearExpr, bool)>,
    ) -> Touch {
        let mut loops = Vec::new();
        let mut symbols: Vec<Var> = access.written_when().vars().into_iter().collect();
        symbols.extend(access.subscripts.iter().flatten().flat_map(LinearExpr::vars));
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in &symbols {
            self.map_symbol(kernel, *symbol, mapped);
        }
        let last = self.all_up_to(kernel, access, mapped).filter(|_| target.is_start());
        let mut certain = certain;
        for symbol in &symbols {
            let Some((formula, true)) = mapped.get(symbol).cloned() else { continue };
            // A value that is not known takes one of all it could be.
            let is_product = matches!(kernel.symbols.kind(*symbol), Some(SymbolKind::Product(_)));
            certain &= last.is_some() || kernel.symbols.is_real(*symbol) && !is_product;
            let Some(index) = formula.vars().next() else { continue };
            let (first, is_parallel) = match kernel.symbols.kind(*symbol) {
                Some(SymbolKind::LoopIndex { loop_stmt, .. }) => {
                    let bounds = kernel.bounds.get(loop_stmt).map(|(first, _)| first.clone());
                    let first = bounds.and_then(|first| self.in_values(kernel, &first, mapped));
                    (first, kernel.partitions.contains_key(loop_stmt))
                }
                _ => (None, true),
            };
            loops.push(Round { index, first, is_parallel });
        }
        let substituted =
            |expr: &LinearExpr, mapped: &HashMap<Var, (LinearExpr, bool)>| -> Option<LinearExpr> {
                let mut sum = LinearExpr::constant(expr.constant_part());
                for (var, factor) in expr.terms() {
                    sum = sum.plus_scaled(&mapped.get(var)?.0, *factor).ok()?;
                }
                Some(sum)
            };
        let mut domain = Set::universe();
        // What is assumed holds in any case, and makes no access rarer.
        let is_open = |constraint: &&Constraint| !kernel.assumed.constraints.contains(constraint);
        for constraint in access.written_when().constraints().iter().filter(is_open) {
            let zero = LinearExpr::constant(0);
            let replaced = substituted(constraint.expr(), mapped).ok_or(affine::GaveUp::Overflow);
            domain.constrain(replaced.and_then(|expr| match constraint.relation() {
                Relation::Zero => Constraint::equal(&expr, &zero),
                Relation::NonNegative => Constraint::at_least(&expr, &zero),
                Relation::MultipleOf(modulus) => Constraint::multiple_of(&expr, modulus),
            }));
        }
        if !access.written_when().is_exact() {
            domain = domain.approximated();
        }
        let at: Option<Vec<LinearExpr>> =
            access.subscripts.as_ref().and_then(|subs| subs.iter().map(|s| substituted(s, mapped)).collect());
        Touch {
            loc: target.loc,
            at: at.and_then(|at| shifted(at, target)),
            last,
            part: self.part_of(access),
            mode: access.mode,
            span: access.span,
            stmt: access.stmt,
            certain,
            domain,
            loops,
            by_others: false,
            zero: super::state::Zeros::Perhaps,
        }
    }

    /// `.f` of `a[i].f`.
    fn part_of(&self, access: &Access) -> Option<Part> {
        let program = self.input.program;
        let mut part = Part { path: Vec::new(), indexed: false };
        let mut at = access.lvalue;
        while at != access.expr {
            at = match &program.exprs[at].kind {
                ExprKind::Member { base, field, .. } => {
                    part.path.insert(0, *field);
                    *base
                }
                ExprKind::Index { base, .. } => {
                    // Only the members outside of it are told.
                    (part.path, part.indexed) = (Vec::new(), true);
                    *base
                }
                ExprKind::Cast { operand, .. } => *operand,
                _ => return Some(Part { path: Vec::new(), indexed: true }),
            };
        }
        (access.lvalue != access.expr).then_some(part)
    }

    /// What a symbol of a kernel is in values of the host; with `true`, a new symbol for
    /// something that only the kernel knows.
    pub(super) fn map_symbol(
        &mut self,
        kernel: &KernelFacts,
        symbol: Var,
        mapped: &mut HashMap<Var, (LinearExpr, bool)>,
    ) {
        if mapped.contains_key(&symbol) {
            return;
        }
        let found = match kernel.symbols.kind(symbol) {
            Some(SymbolKind::Invariant(place)) => self.number_at(place).map(|value| (value, false)),
            Some(SymbolKind::Fixed(element)) => Some((self.fixed_element(*element), false)),
            Some(SymbolKind::Captured(expr)) => self.captured.get(expr).map(|value| (value.clone(), false)),
            Some(SymbolKind::Product(factors)) => {
                let factors = factors.clone();
                let mut product = Some(LinearExpr::constant(1));
                let mut is_inner = false;
                for factor in factors {
                    self.map_symbol(kernel, factor, mapped);
                    let (value, inner) = mapped.get(&factor).cloned().unwrap_or_default();
                    is_inner |= inner;
                    product = product.map(|product| self.names.product(&product, &value));
                }
                product.filter(|_| !is_inner).map(|product| (product, false))
            }
            _ => None,
        };
        let found = found.unwrap_or_else(|| (self.names.symbol(Site::Kernel(kernel.stmt, symbol)), true));
        mapped.insert(symbol, found);
    }

    fn in_values(
        &mut self,
        kernel: &KernelFacts,
        expr: &LinearExpr,
        mapped: &mut HashMap<Var, (LinearExpr, bool)>,
    ) -> Option<LinearExpr> {
        let mut sum = LinearExpr::constant(expr.constant_part());
        for (var, factor) in expr.terms() {
            self.map_symbol(kernel, *var, mapped);
            sum = sum.plus_scaled(&mapped.get(var)?.0, *factor).ok()?;
        }
        Some(sum)
    }

    /// The integer that a variable or member has now.
    fn number_at(&mut self, place: &Place) -> Option<LinearExpr> {
        let targets = self.denoted_by(place)?;
        let [target] = targets.as_slice() else { return None };
        let ty = crate::array_shape::place_type(self.input.program, place)?;
        if !target.is_start() || !self.input.program.types.is_integer(ty) {
            return None;
        }
        match self.now.as_ref()?.value(target.loc) {
            Some(Value::Int(value)) => Some(value.clone()),
            Some(_) => None,
            None => {
                let value = self.names.fresh();
                let cell = Value::Int(value.clone());
                self.now.as_mut()?.put(target.loc, cell);
                Some(value)
            }
        }
    }

    /// The accesses of a kernel happen.
    fn device_touches(&mut self, kernel: &KernelFacts, touched: &[Touch]) {
        let touched = &touches::joined_members(self.input.program, touched, &self.elements(touched));
        let counted = |loc: Loc| touched.iter().filter(|touch| touch.loc == loc).count();
        let span = self.input.program.directives[kernel.directive].span;
        let reads = Reads::new(touched);
        for (at, touch) in touched.iter().enumerate().filter(|(_, touch)| touch.mode.reads()) {
            let object = self.object(touch.loc);
            // They are not told apart: each may read what is stale anywhere in it.
            let are_too_many = counted(touch.loc) > MOST_ACCESSES;
            let found = match are_too_many {
                true => ReadOf::anywhere(&object.device),
                false => reads.of(at, &object, &object.device),
            };
            if are_too_many && !found.possible.is_empty() {
                self.not_proven(kernel.directive, "that what it reads is on the device: too many accesses");
            }
            self.device_read(kernel, &object, touch.span, &found);
            self.note_read(touch.loc, &object, Side::Device, &found);
        }
        for (at, touch) in touched.iter().enumerate().filter(|(_, touch)| touch.mode.writes()) {
            let mut object = self.object_to_change(touch.loc);
            let area = match counted(touch.loc) > MOST_ACCESSES {
                true => Rc::new(super::pieces::Area::anywhere()),
                false => reads.area(at, &object),
            };
            object.kernel_writes(&area, span);
            self.written.extend(object.copies.iter().map(|copy| copy.copy));
            self.note_access(touch.loc, &object, Side::Device, true);
            self.set(touch.loc, object);
        }
    }

    fn happens_in(&mut self, kernel: &KernelFacts, used: &crate::ArrayUse, loc: Loc) {
        let span = self.input.program.directives[kernel.directive].span;
        let what = match (used.read, used.written) {
            (_, false) => What::KernelReads(kernel.stmt),
            (read, true) => What::KernelWrites(kernel.stmt, read),
        };
        self.happens(loc, &used.place, span, what, None);
    }
}

/// Subscripts counted from the start of the object.
fn shifted(mut at: Vec<LinearExpr>, target: &Target) -> Option<Vec<LinearExpr>> {
    match target.at.as_deref()? {
        [] => Some(at),
        [first, rest @ ..] if rest.iter().all(|at| at.as_constant() == Some(0)) => {
            if let Some(outermost) = at.first_mut() {
                *outermost = outermost.plus(first).ok()?;
            }
            Some(at)
        }
        _ => None,
    }
}
