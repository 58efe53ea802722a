//! Device copies, and the temporaries that keep their bounds.

use std::collections::HashSet;

use analyze::{CopyId, CopySpace, DeviceCopy, LastIndex, Place, SectionRange};
use hir::{
    DirectiveId, DirectiveKind, ExprId, ExprKind, GlobalAction, Symbol, TextureAddress, TextureFilter, Type,
};
use kir::{DeviceArray, DeviceArrayId, DeviceDim, Extent, MemorySpace};

use crate::{Outliner, same_value};

/// Are elements at other distances on the device than on the host, so that kernels compute with sizes?
fn moves_elements(copy: &DeviceCopy) -> bool {
    let starts = copy.dims.iter().any(|dim| dim.lo != Extent::Constant(0));
    let is_cut = copy.dims.iter().skip(1).any(|dim| !matches!(dim.hi, LastIndex::EndOfArray));
    copy.row_pointers || starts || is_cut
}

impl Outliner<'_> {
    /// Gives every expression that must be captured a temporary, named after
    /// the array it bounds.
    pub(crate) fn capture_bounds(&mut self) {
        let mut used = HashSet::new();
        self.bounds = self.facts.captures.clone();
        let facts = self.facts;
        let known: HashSet<ExprId> = facts.captures.values().flatten().copied().collect();
        for copy in facts.copies.iter().filter(|copy| copy.inherited.is_none() && moves_elements(copy)) {
            let inner = copy.host_extents.iter().skip(1).copied().flatten();
            let starts = copy.dims.iter().map(|dim| dim.lo);
            let ends = copy.dims.iter().skip(1).filter_map(|dim| match dim.hi {
                LastIndex::At(hi) => Some(hi),
                LastIndex::EndOfArray => None,
            });
            for extent in inner.chain(starts).chain(ends) {
                if let Extent::Expr(expr) = extent
                    && !known.contains(&expr)
                    && !self.can_be_passed(expr)
                {
                    self.bounds.entry(copy.directive).or_default().push(expr);
                }
            }
        }
        for (directive, exprs) in &self.bounds {
            let owner = self.facts.copies.iter().find(|c| c.directive == *directive);
            let place = owner.map(|copy| copy.place.clone()).or_else(|| self.shaped(*directive));
            let array = place.map_or_else(|| String::from("section"), |place| self.path_name(&place));
            for (i, &expr) in exprs.iter().enumerate() {
                let ty = self.b.program.exprs[expr].ty.unqualified();
                let wanted =
                    if exprs.len() == 1 { format!("{array}_bound") } else { format!("{array}_bound{i}") };
                // Two directives may speak of one array.
                let mut name = wanted.clone();
                let mut again = 2;
                while !used.insert(name.clone()) {
                    name = format!("{wanted}_{again}");
                    again += 1;
                }
                self.b.origin = self.b.program.exprs[expr].span;
                let var = self.b.local(&name, ty.qualified(hir::Qualifiers::CONST));
                self.captured.insert(expr, var);
            }
        }
    }

    /// Is it made of variables, which kernels get by their names? Members and elements have none there.
    fn can_be_passed(&self, size: ExprId) -> bool {
        let program = &*self.b.program;
        let is_plain = |expr: ExprId| {
            !matches!(
                program.exprs[expr].kind,
                ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. }
            )
        };
        is_plain(size) && program.exprs_below(size).all(is_plain)
    }

    /// The array that a `shape` gives dimensions.
    fn shaped(&self, directive: DirectiveId) -> Option<Place> {
        match &self.b.program.directives[directive].kind {
            DirectiveKind::Shape(shapes) => Place::of(self.b.program, shapes.first()?.pointer),
            _ => None,
        }
    }

    pub(crate) fn make_device_arrays(&mut self) {
        for (i, copy) in self.facts.copies.iter().enumerate() {
            self.b.origin = self.b.program.directives[copy.directive].span;
            let array = self.device_array(analyze::CopyId(i), copy);
            let id = self.out.arrays.alloc(array);
            self.arrays.insert(analyze::CopyId(i), id);
        }
    }

    /// The array that keeps what a copy holds before a kernel: it lives as long as the copy.
    pub(crate) fn kept_before(&mut self, copy: CopyId) -> DeviceArrayId {
        if let Some(&id) = self.before.get(&copy) {
            return id;
        }
        let array = self.out.arrays[self.arrays[&copy]].clone();
        let name = format!("{}_before", self.b.sources.text(array.name));
        let name = self.b.symbol(&name);
        let before =
            DeviceArray { name, by_address: false, remembered: false, pinned: false, is_kept: true, ..array };
        let id = self.out.arrays.alloc(before);
        self.before.insert(copy, id);
        id
    }

    fn device_array(&mut self, id: CopyId, copy: &DeviceCopy) -> DeviceArray {
        let mut dims = Vec::new();
        let from_zero = copy.inherited.as_ref().is_some_and(|inherited| inherited.linear);
        for (range, host_extent) in copy.dims.iter().zip(&copy.host_extents) {
            let host_extent = host_extent.map(|e| self.host_extent(e));
            let mut range = *range;
            // What a caller holds of whole rows is found by the address of index 0.
            if from_zero && range.lo != Extent::Constant(0) {
                range = SectionRange { lo: Extent::Constant(0), extent: None, ..range };
            }
            let range = &range;
            let lo = self.host_extent(range.lo);
            let mut extent = self.extent_of(range, lo, host_extent);
            // One spelling for one size, so that a whole copy is seen to be one.
            if let Some(whole) =
                host_extent.filter(|whole| same_value::extents(&self.about(), *whole, extent))
            {
                extent = whole;
            }
            dims.push(DeviceDim { lo, extent, host_extent });
        }
        let text = self.path_name(&copy.place);
        let name = self.b.symbol(&text);
        let is_own = copy.inherited.is_none() || copy.setter.is_some();
        let constant = match copy.space {
            CopySpace::Constant if is_own => Some(self.constant_variable(name, copy)),
            CopySpace::Constant => self.source(copy).and_then(|source| source.constant),
            CopySpace::Global | CopySpace::Texture => None,
        };
        DeviceArray {
            space: self.memory_space(id, copy),
            host: copy.host,
            var: copy.place.path.is_empty().then_some(copy.place.var),
            element: copy.element.unqualified(),
            is_flat: dims.len() > 1
                && copy.space == CopySpace::Global
                && !copy.row_pointers
                && self.is_pointer_to_elements(copy),
            row_pointers: copy.row_pointers,
            dims,
            name,
            directive: copy.directive,
            owner: copy.owner,
            constant,
            setter: copy.setter.clone(),
            fills: copy.fills.clone(),
            by_address: copy.by_address || copy.inherited.is_some(),
            remembered: copy.remembered && copy.inherited.is_none(),
            pinned: self.is_pinned(copy),
            is_kept: false,
        }
    }

    /// Does its directive say `pinned`, and is its memory on the host one piece?
    fn is_pinned(&self, copy: &DeviceCopy) -> bool {
        let says = matches!(
            self.b.program.directives[copy.directive].kind,
            DirectiveKind::Global(GlobalAction::Alloc { pinned: true, .. })
        );
        says && copy.inherited.is_none() && !copy.row_pointers
    }

    /// The copy of a caller in this file; callers come first.
    fn source(&self, copy: &DeviceCopy) -> Option<&DeviceArray> {
        let (unit, source) = *copy.inherited.as_ref()?.sources.first()?;
        let array = *self.arrays.get(&source).filter(|_| unit == self.unit)?;
        Some(&self.out.arrays[array])
    }

    /// `float *p` with a shape, not `float (*p)[64]`.
    fn is_pointer_to_elements(&self, copy: &DeviceCopy) -> bool {
        let types = &self.b.program.types;
        let host = self.b.program.exprs[copy.host].ty;
        types.pointee(host).is_some_and(|pointee| !types.is_array(pointee))
    }

    fn memory_space(&self, id: CopyId, copy: &DeviceCopy) -> MemorySpace {
        match copy.space {
            CopySpace::Global => MemorySpace::Global,
            CopySpace::Constant => {
                let offset = self.facts.constant_offsets.get(&id).copied();
                self.source(copy).map_or(MemorySpace::Constant { offset }, |source| source.space)
            }
            CopySpace::Texture => match self.b.program.directives[copy.directive].kind {
                DirectiveKind::TextureCopyin { address, filter, .. } => MemorySpace::Texture {
                    address: address.unwrap_or(TextureAddress::Clamp),
                    filter: filter.unwrap_or(TextureFilter::Point),
                },
                _ => MemorySpace::Global,
            },
        }
    }

    /// `__constant__ float C[64];`, or without the array for scalars. Targets
    /// find it a name that nothing else has.
    fn constant_variable(&mut self, name: Symbol, copy: &DeviceCopy) -> hir::VarId {
        let mut ty: Type = copy.element.unqualified();
        for range in copy.dims.iter().rev() {
            ty = self.b.program.types.array_of(ty, range.extent.unwrap_or(1));
        }
        let name = self.b.sources.text(name).into_owned();
        let var = self.b.local(&name, ty);
        self.b.program.vars[var].cuda = hir::CudaSpecs::CONSTANT;
        var
    }

    /// How many indices a range has.
    fn extent_of(&mut self, range: &SectionRange, lo: Extent, host_extent: Option<Extent>) -> Extent {
        if let Some(extent) = range.extent.and_then(|e| i64::try_from(e).ok()) {
            return Extent::Constant(extent);
        }
        let lo = lo.expr(&mut self.b);
        match (range.hi, host_extent) {
            (LastIndex::At(hi), _) => {
                let hi = self.host_extent(hi).expr(&mut self.b);
                let one = self.b.int(1);
                let beyond = self.b.add(hi, one);
                Extent::Expr(self.b.sub(beyond, lo))
            }
            (LastIndex::EndOfArray, Some(extent)) => {
                let end = extent.expr(&mut self.b);
                Extent::Expr(self.b.sub(end, lo))
            }
            (LastIndex::EndOfArray, None) => Extent::Constant(0),
        }
    }

    /// A name for a place: `a`, and `grid_cells` for `grid.cells`.
    pub(crate) fn path_name(&self, place: &analyze::Place) -> String {
        place.display(self.b.program, self.b.sources).replace("->", "_").replace('.', "_")
    }
}
