//! Which device copies exist where: a walk over a function in source order.
//!
//! ```c
//! #pragma hicuda global alloc a[*] copyin      // the copy begins
//! for (t = 0; t < steps; t++) {
//!     … kernel that uses a …                   // reached by it
//! }
//! #pragma hicuda global copyout a[*]
//! #pragma hicuda global free a                 // and ends, in the same block
//! ```
//! A copy lives from its directive to the `free` or `remove` in the same block,
//! or to the end of that block. So what is alive at a point is a matter of
//! nesting, branches cannot disagree, and a loop's second round finds what its
//! first did. Only `goto` and `switch` can step into the life of a copy from the
//! side; that is an error.
//!
//! A function begins with the copies that its callers have ([`crate::inherited`]).
//! What it calls sees those alive at the call, and may release them.
//!
//! Invariant: [`Reached::alive`] of a kernel names exactly the copies that exist
//! whenever it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    AllocInit, DirectiveId, DirectiveKind, ExprId, FunctionId, GlobalAction, LabelId, Section, Span, StmtId,
    StmtKind,
};
use kir::Extent;

use crate::aliases::copies::Doubled;
use crate::aliases::{self, Alias, Origins};
use crate::array_shape::{ArrayShape, holds_pointer};
use crate::assumptions;
use crate::call_graph::own_calls;
use crate::capture::{Changes, FunctionMemory};
use crate::device_uses::{self, DeviceUse};
use crate::index_expr::Values;
use crate::inherited::Callers;
use crate::releases::Releases;
use crate::sections::{self, Containment};
use crate::{
    Check, CopyId, CopySpace, DataAction, DeviceCopy, Facts, Input, LastIndex, Place, SectionRange,
    TransferFacts, elsewhere, textures,
};

/// What a kernel finds on the device.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// The copies alive.
    pub alive: Vec<CopyId>,
    /// Shapes in scope.
    pub shapes: BTreeMap<Place, Vec<ExprId>>,
    /// Copies that were released earlier in the function, with the directive.
    pub released: Vec<(Place, Span)>,
    /// Places whose copy could not be made: reported, and no more said of.
    pub failed: BTreeSet<Place>,
    /// What the calls of the function bring.
    pub callers: Rc<Callers>,
    /// What was assumed, and may not have changed since.
    pub assumed: Vec<ExprId>,
    /// Captured bounds that still have the value which the directive found.
    pub unchanged: Vec<ExprId>,
}

/// What a walk over a function finds.
#[derive(Default)]
pub struct Walked {
    /// The kernels with what reaches them, in source order.
    pub kernels: Vec<(StmtId, Reached)>,
    /// The calls of functions that lead to directives, with what is alive.
    pub calls: Vec<(ExprId, Vec<CopyId>)>,
    /// Copies that exist at the same time and may be of one array.
    pub doubled: Vec<Doubled>,
}

/// What a function begins with.
pub struct Beginning<'a> {
    /// Shapes of the file.
    pub shapes: &'a BTreeMap<Place, Vec<ExprId>>,
    /// The copies that every caller has.
    pub inherited: Vec<DeviceCopy>,
    /// The calls that bring them.
    pub callers: Rc<Callers>,
    /// Names that some of them make one array.
    pub aliases: &'a [Alias],
    /// Where its pointers come from.
    pub origins: &'a Origins,
    /// The functions that lead to directives, and what they release.
    pub outer: &'a Releases<'a>,
}

/// Walks one function: adds its copies and actions to the facts.
pub fn walk_function(
    input: &Input<'_>,
    function: FunctionId,
    beginning: Beginning<'_>,
    facts: &mut Facts,
    sink: &mut Sink,
) -> Walked {
    let Some(body) = input.program.functions[function].body else { return Walked::default() };
    let memory = FunctionMemory::new(input, body);
    let Beginning { shapes, inherited, callers, aliases, origins, outer } = beginning;
    let mut walk = Walk {
        input,
        function,
        memory,
        facts,
        sink,
        now: Reached { shapes: shapes.clone(), callers, ..Reached::default() },
        outer,
        body,
        returned: None,
        calls: Vec::new(),
        aliases,
        origins,
        doubled: Vec::new(),
        scopes: Vec::new(),
        homes: BTreeMap::new(),
        labels: BTreeMap::new(),
        gotos: Vec::new(),
        switches: Vec::new(),
        kernels: Vec::new(),
    };
    walk.inherit(inherited);
    walk.stmt(body, &[]);
    walk.check_gotos();
    Walked { kernels: walk.kernels, calls: walk.calls, doubled: walk.doubled }
}

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    function: FunctionId,
    memory: FunctionMemory<'a, 'p>,
    facts: &'a mut Facts,
    sink: &'a mut Sink,
    now: Reached,
    /// Block nesting: a number per open block.
    scopes: Vec<StmtId>,
    /// The block each living copy was made in.
    homes: BTreeMap<CopyId, StmtId>,
    labels: BTreeMap<LabelId, Vec<CopyId>>,
    gotos: Vec<(LabelId, Vec<CopyId>, Span)>,
    switches: Vec<Vec<CopyId>>,
    kernels: Vec<(StmtId, Reached)>,
    outer: &'a Releases<'a>,
    /// The function's outermost block: where inherited copies are at home.
    body: StmtId,
    /// The first `return` so far.
    returned: Option<Span>,
    calls: Vec<(ExprId, Vec<CopyId>)>,
    aliases: &'a [Alias],
    origins: &'a Origins,
    doubled: Vec<Doubled>,
}

impl Walk<'_, '_> {
    /// Begins with the copies of the callers.
    fn inherit(&mut self, copies: Vec<DeviceCopy>) {
        let changes = self.memory.changes(&[self.body]);
        for mut copy in copies {
            let shape = ArrayShape::declared(self.input.program, &copy.place);
            let through_pointer = shape.is_some_and(|shape| shape.through_pointer);
            copy.by_address = through_pointer && self.is_redirected(&copy.place, &changes);
            let id = CopyId(self.facts.copies.len());
            self.facts.copies.push(copy);
            self.now.alive.push(id);
            self.homes.insert(id, self.body);
        }
    }

    /// Notes the calls that a statement makes of functions with directives,
    /// and ends the copies that they release.
    fn own_calls(&mut self, stmt: StmtId) {
        for call in own_calls(self.input.program, stmt) {
            let Some(callee) = self.outer.callee(self.input, call) else { continue };
            self.calls.push((call, self.now.alive.clone()));
            for place in self.outer.released_by(self.input, self.function, callee, call) {
                let Some(copy) = self.copy_of(&place) else { continue };
                self.end(copy, self.input.span(call));
            }
        }
    }

    /// `rest` is what follows in the same block. Statement nesting is bounded
    /// by the parser.
    fn stmt(&mut self, stmt: StmtId, rest: &[StmtId]) {
        let input = self.input;
        self.own_calls(stmt);
        match &input.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => self.block(stmt, stmts),
            StmtKind::Return(_) => {
                self.returned.get_or_insert(input.program.stmts[stmt].span);
            }
            StmtKind::If { then, otherwise, .. } => {
                self.nested(*then);
                otherwise.iter().for_each(|otherwise| self.nested(*otherwise));
            }
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(|init| self.own_calls(*init));
                // Later rounds find what earlier ones left.
                self.forget_changed(stmt);
                self.nested(*body);
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                self.forget_changed(stmt);
                self.nested(*body);
            }
            StmtKind::Switch { body, .. } => {
                self.switches.push(self.now.alive.clone());
                self.nested(*body);
                self.switches.pop();
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                self.check_case(input.program.stmts[stmt].span);
                // Whoever jumps here has tested nothing on the way.
                self.forget_all();
                self.stmt(*body, rest);
            }
            StmtKind::Label { label, body } => {
                self.labels.insert(*label, self.now.alive.clone());
                self.forget_all();
                self.stmt(*body, rest);
            }
            StmtKind::Goto(label) => {
                self.gotos.push((*label, self.now.alive.clone(), input.program.stmts[stmt].span));
            }
            StmtKind::Kernel { .. } => {
                self.forget_changed(stmt);
                self.kernels.push((stmt, self.now.clone()));
            }
            StmtKind::Annotated { body, .. } => {
                self.use_device(stmt);
                self.stmt(*body, rest);
            }
            StmtKind::Directive(directive) => self.directive(*directive, rest),
            _ => {}
        }
    }

    /// A branch or loop body is a scope of its own, braces or not.
    fn nested(&mut self, stmt: StmtId) {
        match &self.input.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => self.block(stmt, stmts),
            _ => self.block(stmt, &[stmt]),
        }
    }

    fn block(&mut self, scope: StmtId, stmts: &[StmtId]) {
        let (shapes, assumed) = (self.now.shapes.clone(), self.now.assumed.clone());
        self.scopes.push(scope);
        for (at, stmt) in stmts.iter().enumerate() {
            self.stmt(*stmt, &stmts[at + 1..]);
            self.forget_changed(*stmt);
        }
        self.scopes.pop();
        self.now.shapes = shapes;
        // What is assumed in a branch is tested there alone; what was forgotten in it may have changed.
        self.now.assumed.retain(|condition| assumed.contains(condition));
        let ending: Vec<CopyId> =
            self.now.alive.iter().copied().filter(|copy| self.homes.get(copy) == Some(&scope)).collect();
        for copy in ending {
            if self.facts.copies[copy.0].inherited.is_none() {
                self.never_released(copy);
            }
            self.now.alive.retain(|alive| *alive != copy);
        }
    }

    /// Forgets what a statement may make untrue.
    fn forget_changed(&mut self, stmt: StmtId) {
        if self.now.assumed.is_empty() && self.now.unchanged.is_empty() {
            return;
        }
        let changes = self.memory.changes(&[stmt]);
        let memory = &self.memory;
        self.now.assumed.retain(|condition| !memory.may_change(*condition, &changes));
        self.now.unchanged.retain(|bound| !memory.may_change(*bound, &changes));
    }

    fn forget_all(&mut self) {
        self.now.assumed.clear();
        self.now.unchanged.clear();
    }

    fn directive(&mut self, directive: DirectiveId, rest: &[StmtId]) {
        let input = self.input;
        match &input.program.directives[directive].kind {
            DirectiveKind::Assume(conditions) => {
                let lasting =
                    conditions.iter().filter(|condition| assumptions::is_lasting(input, **condition));
                self.now.assumed.extend(lasting);
            }
            DirectiveKind::Shape(shapes) => {
                for shape in shapes {
                    let Some(place) = Place::of(input.program, shape.pointer) else { continue };
                    self.capture(directive, &shape.dims, rest);
                    self.reshape(&place, &shape.dims);
                    self.now.shapes.insert(place, shape.dims.clone());
                }
            }
            DirectiveKind::Global(action) => self.global(directive, action, rest),
            DirectiveKind::ConstantCopyin(sections) => {
                for section in sections {
                    self.read_only(directive, section, CopySpace::Constant, rest);
                }
            }
            DirectiveKind::TextureCopyin { section, .. } => {
                self.read_only(directive, section, CopySpace::Texture, rest);
            }
            DirectiveKind::ConstantRemove(names) => self.release(directive, names, CopySpace::Constant),
            DirectiveKind::TextureRemove(names) => self.release(directive, names, CopySpace::Texture),
            _ => {}
        }
    }

    /// An inherited copy that lies as on the host is seen with the dimensions
    /// that the function gives it, if it does so for all of itself.
    fn reshape(&mut self, place: &Place, dims: &[ExprId]) {
        let Some(copy) = self.copy_of(place).filter(|_| self.scopes.last() == Some(&self.body)) else {
            return;
        };
        let Some(shape) = ArrayShape::given(self.input.program, place, dims) else { return };
        let copy = &mut self.facts.copies[copy.0];
        let from_zero = copy.dims.iter().all(|dim| dim.lo == Extent::Constant(0));
        if copy.inherited.as_ref().is_some_and(|inherited| inherited.linear) && from_zero {
            let is_whole = copy.dims.first().is_some_and(crate::coverage::is_whole);
            copy.dims = sections::whole(&shape.extents);
            copy.host_extents = shape.extents;
            if let Some(inherited) = copy.inherited.as_mut() {
                inherited.end_is_known &= is_whole;
            }
        }
    }

    fn global(&mut self, directive: DirectiveId, action: &GlobalAction, rest: &[StmtId]) {
        match action {
            GlobalAction::Alloc { section, init, .. } => {
                let Some(copy) = self.make(directive, section, CopySpace::Global, rest) else { return };
                self.act(directive, DataAction::Alloc(copy));
                match init {
                    AllocInit::None => {}
                    AllocInit::Clear => self.act(directive, DataAction::Clear(copy)),
                    AllocInit::Copyin(None) => {
                        let transfer = self.whole_transfer(copy, section.span);
                        self.act(directive, DataAction::CopyIn(transfer));
                    }
                    AllocInit::Copyin(Some(part)) => {
                        let transfer = self.transfer(copy, part, None);
                        self.act(directive, DataAction::CopyIn(transfer));
                    }
                }
            }
            GlobalAction::Copyin(section) => {
                if let Some(copy) =
                    self.existing(section.base, section.span, CopySpace::Global, "copied into")
                {
                    let transfer = self.transfer(copy, section, None);
                    self.act(directive, DataAction::CopyIn(transfer));
                }
            }
            GlobalAction::Copyout { section, to } => {
                if let Some(copy) = self.existing(section.base, section.span, CopySpace::Global, "copied out")
                {
                    let transfer = self.transfer(copy, section, to.as_ref());
                    self.act(directive, DataAction::CopyOut(transfer));
                }
            }
            GlobalAction::Free(names) => self.release(directive, names, CopySpace::Global),
        }
    }

    fn read_only(&mut self, directive: DirectiveId, section: &Section, space: CopySpace, rest: &[StmtId]) {
        let Some(copy) = self.make(directive, section, space, rest) else { return };
        self.act(directive, DataAction::Alloc(copy));
        let transfer = self.whole_transfer(copy, section.span);
        self.act(directive, DataAction::CopyIn(transfer));
        let made = &self.facts.copies[copy.0];
        if space == CopySpace::Texture {
            textures::check(self.input, made, section.span, self.sink);
        }
        if space == CopySpace::Constant && made.elements.is_none() {
            let name = self.input.place_name(&made.place);
            self.sink.push(constant_size_unknown(section.span, &name));
        }
    }

    fn act(&mut self, directive: DirectiveId, action: DataAction) {
        self.facts.actions.entry(directive).or_default().push(action);
    }

    /// Begins the life of a copy.
    fn make(
        &mut self,
        directive: DirectiveId,
        section: &Section,
        space: CopySpace,
        rest: &[StmtId],
    ) -> Option<CopyId> {
        let input = self.input;
        let place = Place::of(input.program, section.base)?;
        let shape = self.shape_of(&place)?;
        if let Some(earlier) = self.copy_of(&place) {
            self.sink.push(self.second_copy(section.span, &place, earlier));
            return None;
        }
        let unknown = |dim: &hir::SectionDim, extent: &Option<Extent>| {
            matches!(dim, hir::SectionDim::All) && extent.is_none()
        };
        if section.dims.len() != shape.rank() && shape.extents.iter().all(Option::is_some) {
            self.sink.push(other_rank(section, &input.place_name(&place), shape.rank()));
            self.now.failed.insert(place);
            return None;
        }
        if section.dims.len() != shape.rank()
            || section.dims.iter().zip(&shape.extents).any(|(dim, extent)| unknown(dim, extent))
        {
            self.sink.push(shape_needed(section.span, &input.place_name(&place), section.dims.len()));
            self.now.failed.insert(place);
            return None;
        }
        let is_cut_up = shape.row_pointers && space != CopySpace::Global;
        if holds_pointer(input.program, shape.element) || is_cut_up {
            let rows = is_cut_up || input.program.types.is_pointer(shape.element);
            self.sink.push(holds_pointers(section.span, &input.place_name(&place), rows));
            self.now.failed.insert(place);
            return None;
        }
        let dims = sections::ranges(input, section, &shape.extents);
        let until = self.life(&place, rest);
        // The variable itself is what is copied, not a bound.
        let mut bounds = input.program.directive_exprs(directive);
        bounds.retain(|expr| Place::of(input.program, *expr).as_ref() != Some(&place));
        self.capture(directive, &bounds, until);
        let values = self.values();
        let containment =
            Containment { input, section, inner: &dims, extents: &shape.extents, outer: None, values };
        let checks = containment.check(None, self.sink);
        let changes = self.memory.changes(until);
        let by_address = shape.through_pointer && self.is_redirected(&place, &changes);
        let elements = dims.iter().try_fold(1u64, |product, dim| product.checked_mul(dim.extent?));
        let copy = CopyId(self.facts.copies.len());
        self.facts.copies.push(DeviceCopy {
            directive,
            owner: self.function,
            space,
            host: section.base,
            place,
            element: shape.element,
            dims,
            host_extents: shape.extents,
            elements,
            checks,
            by_address,
            inherited: None,
            row_pointers: shape.row_pointers,
            remembered: false,
            setter: None,
            fills: Vec::new(),
        });
        if space == CopySpace::Constant {
            let together = self.now.alive.iter().map(|alive| (*alive, copy));
            self.facts.constants_together.extend(together);
        }
        self.note_doubled(copy);
        self.now.alive.push(copy);
        if let Some(scope) = self.scopes.last() {
            self.homes.insert(copy, *scope);
        }
        Some(copy)
    }

    /// Notes the copies that may be of the same array as a new one.
    fn note_doubled(&mut self, second: CopyId) {
        for first in self.now.alive.iter().copied() {
            let (one, other) = (&self.facts.copies[first.0], &self.facts.copies[second.0]);
            let found = aliases::between(self.input, self.origins, self.aliases, &one.place, &other.place);
            self.doubled.extend(found.into_iter().map(|alias| Doubled { first, second, alias }));
        }
    }

    /// Is a pointer on the way to the place reassigned?
    fn is_redirected(&self, place: &Place, changes: &Changes) -> bool {
        let fields =
            place.path.iter().any(|step| self.memory.may_assign_field((step.record, step.field), changes));
        self.memory.may_assign(place.var, changes) || fields
    }

    fn shape_of(&self, place: &Place) -> Option<ArrayShape> {
        match self.now.shapes.get(place) {
            Some(dims) => ArrayShape::given(self.input.program, place, dims),
            None => ArrayShape::declared(self.input.program, place),
        }
    }

    /// The statements after a directive until the copy of the place ends.
    fn life<'r>(&self, place: &Place, rest: &'r [StmtId]) -> &'r [StmtId] {
        let program = self.input.program;
        let ends = rest.iter().position(|stmt| {
            let StmtKind::Directive(directive) = &program.stmts[*stmt].kind else { return false };
            let names = match &program.directives[*directive].kind {
                DirectiveKind::Global(GlobalAction::Free(names))
                | DirectiveKind::ConstantRemove(names)
                | DirectiveKind::TextureRemove(names) => names,
                _ => return false,
            };
            names.iter().any(|name| Place::of(program, *name).as_ref() == Some(place))
        });
        &rest[..ends.unwrap_or(rest.len())]
    }

    /// Lists the expressions whose value may change during these statements.
    fn capture(&mut self, directive: DirectiveId, exprs: &[ExprId], until: &[StmtId]) {
        let changes = self.memory.changes(until);
        for expr in exprs {
            let constant = hir::const_eval::integer(self.input.program, *expr).is_some();
            let is_bound = self.input.program.types.is_integer(self.input.program.exprs[*expr].ty);
            if !constant && is_bound && self.memory.may_change(*expr, &changes) {
                self.facts.captures.entry(directive).or_default().push(*expr);
                if !self.memory.may_change(*expr, &Changes::default()) {
                    self.now.unchanged.push(*expr);
                }
            }
        }
    }

    fn values(&self) -> Values {
        let captured: BTreeSet<ExprId> = self.facts.captures.values().flatten().copied().collect();
        let computed = self.origins.computed(self.input.program);
        let mut values = Values { captured, computed, ..Values::default() };
        let assumed = self.now.assumed.iter().map(|condition| (*condition, true));
        assumptions::known(self.input, &mut values, assumed.collect());
        values
    }

    fn whole_transfer(&self, copy: CopyId, span: Span) -> TransferFacts {
        let dims = self.facts.copies[copy.0].dims.clone();
        TransferFacts { copy, dims, checks: Vec::new(), elsewhere: None, span }
    }

    fn transfer(&mut self, copy: CopyId, section: &Section, to: Option<&Section>) -> TransferFacts {
        let input = self.input;
        let made = &self.facts.copies[copy.0];
        let endless = made.host_extents.first() == Some(&None);
        let wants_all = matches!(section.dims.first(), Some(hir::SectionDim::All));
        if endless && wants_all && made.dims.iter().any(is_endless) {
            self.sink.push(shape_needed(section.span, &input.place_name(&made.place), section.dims.len()));
        }
        let extents = made.host_extents.clone();
        let outer = made.dims.clone();
        let allocated = input.program.directives[made.directive].span;
        // `[*]` of a transfer is all that the device has.
        let dims = sections::ranges(input, section, &extents);
        let dims: Vec<SectionRange> =
            dims.iter().zip(&outer).map(|(dim, outer)| within(dim, outer)).collect();
        let values = self.values();
        let containment =
            Containment { input, section, inner: &dims, extents: &extents, outer: Some(&outer), values };
        let checks = containment.check(Some(allocated), self.sink);
        // What is empty on the device was tested when the copy was made.
        let checks = checks.into_iter().filter(|check| !is_all(section, *check)).collect();
        let elsewhere = to.and_then(|to| {
            let place = Place::of(input.program, to.base)?;
            let shape = self.shape_of(&place)?;
            let (element, values) = (self.facts.copies[copy.0].element, self.values());
            let source = elsewhere::Source { dims: &dims, extents: &extents, element, span: section.span };
            elsewhere::target(input, to, shape, &source, values, self.sink)
        });
        TransferFacts { copy, dims, checks, elsewhere, span: section.span }
    }

    fn copy_of(&self, place: &Place) -> Option<CopyId> {
        self.now.alive.iter().rev().copied().find(|copy| self.facts.copies[copy.0].place == *place)
    }

    /// Notes which copies a statement hands to a library.
    fn use_device(&mut self, stmt: StmtId) {
        let input = self.input;
        let Some((directive, clauses, body)) = input.program.use_device(stmt) else { return };
        for &array in &clauses.arrays {
            let span = input.span(array);
            let Some(copy) = self.existing(array, span, CopySpace::Global, "used on the device") else {
                continue;
            };
            let Some(place) = Place::of(input.program, array) else { continue };
            let used = DeviceUse::new(input.program, clauses, (place, copy), body);
            let refusal = device_uses::refusal(input, &used, &self.facts.copies[copy.0], span);
            refusal.into_iter().for_each(|refusal| self.sink.push(refusal));
            self.facts.device_uses.entry(directive).or_default().push(used);
        }
    }

    fn existing(&mut self, base: ExprId, span: Span, space: CopySpace, verb: &str) -> Option<CopyId> {
        let place = Place::of(self.input.program, base)?;
        match self.copy_of(&place) {
            Some(copy) if self.facts.copies[copy.0].space == space => Some(copy),
            None if self.now.failed.contains(&place) => None,
            None if self.is_callers_fault(&place) => {
                let complaint = self.now.callers.complaint(self.input, &place, span, verb);
                complaint.into_iter().for_each(|complaint| self.sink.push(complaint));
                None
            }
            found => {
                let name = self.input.place_name(&place);
                let other = found.map(|copy| &self.facts.copies[copy.0]);
                let other =
                    other.map(|copy| (copy.space, self.input.program.directives[copy.directive].span));
                let gone = self.now.released.iter().rev().find(|(released, _)| *released == place);
                self.sink.push(no_copy(span, &name, verb, other, gone.map(|(_, span)| *span)));
                None
            }
        }
    }

    /// Nothing in this function made or released a copy: its callers should have.
    fn is_callers_fault(&self, place: &Place) -> bool {
        let var = &self.input.program.vars[place.var];
        let comes_from_outside =
            !matches!(var.storage, hir::VarStorage::Local | hir::VarStorage::StaticLocal);
        let released = self.now.released.iter().any(|(released, _)| released == place);
        comes_from_outside && !released && !self.now.callers.contexts.is_empty()
    }

    /// Ends the life of a copy, in the block where it began.
    fn end(&mut self, copy: CopyId, span: Span) {
        let made = &self.facts.copies[copy.0];
        let (name, at) =
            (self.input.place_name(&made.place), self.input.program.directives[made.directive].span);
        if self.homes.get(&copy) != self.scopes.last() {
            self.sink.push(other_block(span, &name, at));
        } else if let Some(returned) = self.returned.filter(|_| made.inherited.is_some()) {
            self.sink.push(sometimes_released(span, &name, returned));
        }
        self.now.alive.retain(|alive| *alive != copy);
        self.now.released.push((self.facts.copies[copy.0].place.clone(), span));
    }

    fn release(&mut self, directive: DirectiveId, names: &[ExprId], space: CopySpace) {
        for name in names {
            let span = self.input.span(*name);
            let Some(copy) = self.existing(*name, span, space, "released") else { continue };
            self.act(directive, DataAction::Free(copy));
            self.end(copy, span);
        }
    }

    fn check_case(&mut self, span: Span) {
        if self.switches.last().is_some_and(|at_switch| *at_switch != self.now.alive) {
            self.sink.push(jumps_into_life(span, "this `case`"));
        }
    }

    fn check_gotos(&mut self) {
        for (label, alive, span) in std::mem::take(&mut self.gotos) {
            if self.labels.get(&label).is_some_and(|there| *there != alive) {
                self.sink.push(jumps_into_life(span, "this `goto`"));
            }
        }
    }

    fn never_released(&mut self, copy: CopyId) {
        let made = &self.facts.copies[copy.0];
        let name = self.input.place_name(&made.place);
        let (line, word) = match made.space {
            CopySpace::Global => (format!("global free {name}"), "freed"),
            CopySpace::Constant => (format!("constant remove {name}"), "removed"),
            CopySpace::Texture => (format!("texture remove {name}"), "removed"),
        };
        let span = self.input.program.directives[made.directive].span;
        let message = format!("the device copy of `{name}` is never {word}");
        let warning = Diagnostic::new(&codes::NEVER_FREED, span, message)
            .label("its block ends without releasing it")
            .help(format!("write `#pragma hicuda {line}` after the last use, in the same block"));
        self.sink.push(warning);
    }

    fn second_copy(&self, span: Span, place: &Place, earlier: CopyId) -> Diagnostic {
        let name = self.input.place_name(place);
        let first = self.input.program.directives[self.facts.copies[earlier.0].directive].span;
        Diagnostic::new(&codes::SECOND_DEVICE_COPY, span, format!("`{name}` already has a device copy here"))
            .label("a second one would make its uses in kernels ambiguous")
            .related(first, "the first is made here")
            .help("release the first copy before this directive, or drop this directive")
    }
}

/// `[*]` of a transfer means what the device holds.
fn within(dim: &SectionRange, outer: &SectionRange) -> SectionRange {
    match dim.hi {
        LastIndex::EndOfArray if dim.lo == Extent::Constant(0) => *outer,
        _ => *dim,
    }
}

/// To the end of an array whose extent has no name here.
fn is_endless(dim: &SectionRange) -> bool {
    dim.hi == LastIndex::EndOfArray && dim.extent.is_none()
}

fn is_all(section: &Section, check: Check) -> bool {
    let (Check::Low(dim) | Check::High(dim) | Check::Order(dim)) = check;
    matches!(section.dims.get(dim), Some(hir::SectionDim::All))
}

/// A `shape` gives the array more dimensions than the section names, or fewer.
fn other_rank(section: &Section, name: &str, rank: usize) -> Diagnostic {
    let (given, plural) = (section.dims.len(), if rank == 1 { "dimension" } else { "dimensions" });
    let message = format!("a section with {given} of the array's {rank} {plural}");
    Diagnostic::new(&codes::SECTION_RANK, section.span, message)
        .label(format!("its `shape` gives `{name}` {rank}"))
        .help(format!("write `{name}{}` for the whole array", "[*]".repeat(rank)))
}

fn shape_needed(span: Span, name: &str, dims: usize) -> Diagnostic {
    let sizes: String = ["n", "m", "k"].iter().take(dims.max(1)).map(|size| format!("[{size}]")).collect();
    Diagnostic::new(&codes::SHAPE_NEEDED, span, format!("the dimensions of `{name}` are not known"))
        .label("a pointer has the dimensions that a `shape` gives it")
        .help(format!("write `#pragma hicuda shape {name}{sizes}` with its sizes before this directive"))
}

/// `rows`: the elements are pointers themselves, as in `float **a`.
fn holds_pointers(span: Span, name: &str, rows: bool) -> Diagnostic {
    let help = match rows {
        true => {
            "give it a `shape` with a dimension for each pointer, and use `global alloc`, which copies row by row"
        }
        false => "copy what the pointers point to into arrays of their own and use those in the kernel",
    };
    Diagnostic::new(&codes::POINTER_IN_COPY, span, format!("the elements of `{name}` hold pointers"))
        .label("a pointer copied to the device still points into host memory")
        .help(help)
}

fn constant_size_unknown(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::CONSTANT_SIZE_UNKNOWN,
        span,
        format!("the size of the constant copy of `{name}` is not known when compiling"),
    )
    .label("constant memory is laid out by the compiler")
    .help("give the section constant bounds, or use `global alloc … copyin`")
}

fn no_copy(
    span: Span,
    name: &str,
    verb: &str,
    other: Option<(CopySpace, Span)>,
    released: Option<Span>,
) -> Diagnostic {
    let message = format!("`{name}` has no device copy that could be {verb} here");
    let error = Diagnostic::new(&codes::NO_DEVICE_COPY, span, message);
    match (other, released) {
        (Some((space, at)), _) => {
            let word = match space {
                CopySpace::Global => "global",
                CopySpace::Constant => "constant",
                CopySpace::Texture => "texture",
            };
            error
                .related(at, format!("its copy was made by a `{word}` directive"))
                .help(format!("write `{word} …` here too, or change the directive that makes the copy"))
        }
        (None, Some(at)) => {
            error.related(at, "it was released here").help("move this directive before the release")
        }
        (None, None) => {
            error.label("no `alloc` or `copyin` of it comes before, in this block or around it").help(
                format!("write `#pragma hicuda global alloc {name}…` before the first kernel that uses it"),
            )
        }
    }
}

fn other_block(span: Span, name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::RELEASE_IN_OTHER_BLOCK,
        span,
        format!("`{name}` is released in another block than its copy was made in"),
    )
    .label("this may run more or less often than the directive that made the copy")
    .related(at, "the copy is made here")
    .help("move the directive to the block of the first")
}

fn sometimes_released(span: Span, name: &str, returned: Span) -> Diagnostic {
    let message = format!("the caller's copy of `{name}` is released in some calls only");
    Diagnostic::new(&codes::RELEASED_IN_SOME_CALLS, span, message)
        .label("not reached when the function returns before")
        .related(returned, "it may return here")
        .help("release the copy before the first `return`, or in the function that made it")
}

fn jumps_into_life(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::JUMP_PAST_DIRECTIVE,
        span,
        format!("{what} jumps past a directive that makes or releases a device copy"),
    )
    .label("the device copies alive here and at its target differ")
    .help("move the directives so that both ends of the jump see the same copies")
}

#[cfg(test)]
#[path = "reaching_tests.rs"]
mod reaching_tests;
