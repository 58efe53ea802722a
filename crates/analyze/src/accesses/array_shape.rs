//! The dimensions of what a place denotes.
//!
//! `float a[N][M]` has two, both known. `float (*t)[M]` has two, the outer one of
//! unknown extent. `float *p` has one of unknown extent, until a `shape p[h][w]`
//! gives it two. A scalar or struct has none. `float **q` has one, of pointers, until a
//! `shape q[n][m]` says that these are its rows.

use hir::{ArrayLen, ExprId, Program, Type, TypeKind};
use kir::Extent;

use crate::Place;

/// Element type and extents, outermost first.
#[derive(Clone, PartialEq, Debug)]
pub struct ArrayShape {
    /// The type of an element.
    pub element: Type,
    /// `None` only for the outermost dimension, and in a [`table`](ArrayShape::table) that nobody has measured.
    pub extents: Vec<Option<Extent>>,
    /// Reached through a pointer that can be reassigned.
    pub through_pointer: bool,
    /// Every row is behind a pointer of its own: `float **a` with a `shape a[n][m]`.
    pub row_pointers: bool,
}

impl ArrayShape {
    /// The shape that the declaration gives.
    pub fn declared(program: &Program, place: &Place) -> Option<ArrayShape> {
        let ty = place_type(program, place)?;
        let written = if place.path.is_empty() { program.vars[place.var].written } else { None };
        let mut extents = Vec::new();
        let mut element = ty;
        let through_pointer = program.types.is_pointer(ty);
        if let Some(target) = program.types.pointee(ty) {
            if program.types.is_function(target) {
                return None;
            }
            // A parameter keeps the length it was written with: `float a[n][m]`.
            let length = written.and_then(|written| array_length(program, written));
            extents.push(length);
            element = target;
        }
        while let TypeKind::Array(inner, len) = program.types.stripped(element) {
            extents.push(extent_of(program, *len));
            element = *inner;
        }
        Some(ArrayShape { element, extents, through_pointer, row_pointers: false })
    }

    /// The length of each dimension, outermost first, where it is a number.
    pub fn lengths(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        self.extents.iter().map(|extent| u64::try_from((*extent)?.constant()?).ok())
    }

    /// The shape a `shape` directive gives to a pointer: as many dimensions as
    /// it lists, over the innermost element type.
    pub fn given(program: &Program, place: &Place, dims: &[ExprId]) -> Option<ArrayShape> {
        let declared = ArrayShape::declared(program, place)?;
        let extents = dims.iter().map(|dim| Some(expr_extent(program, *dim))).collect();
        let behind = dims.len().checked_sub(declared.rank()).filter(|levels| *levels > 0);
        match behind.and_then(|levels| behind_rows(program, declared.element, levels)) {
            Some(element) => Some(ArrayShape { element, extents, row_pointers: true, ..declared }),
            None => Some(ArrayShape { extents, ..declared }),
        }
    }

    /// The shape of a table whose rows are behind pointers, `float **a`, before anybody says how many there are and how long.
    pub fn table(program: &Program, place: &Place) -> Option<ArrayShape> {
        let declared = ArrayShape::declared(program, place)?;
        let mut levels = 0;
        let mut element = declared.element;
        while let Some(behind) = program.types.pointee(element) {
            (levels, element) = (levels + 1, behind);
        }
        let is_table = declared.through_pointer && declared.rank() == 1 && levels > 0;
        let element = behind_rows(program, declared.element, levels).filter(|_| is_table)?;
        Some(ArrayShape { element, extents: vec![None; levels + 1], row_pointers: true, ..declared })
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.extents.len()
    }
}

/// The type of the object a place names.
pub fn place_type(program: &Program, place: &Place) -> Option<Type> {
    match place.path.last() {
        None => Some(program.vars[place.var].ty),
        Some(step) => {
            let fields = program.records[step.record].fields.as_ref()?;
            Some(fields.get(step.field as usize)?.ty)
        }
    }
}

/// What is behind so many levels of pointers to rows, if it is no pointer.
pub fn behind_rows(program: &Program, ty: Type, levels: usize) -> Option<Type> {
    let mut element = ty;
    for _ in 0..levels {
        element = program.types.pointee(element)?;
    }
    (!holds_pointer(program, element) && !program.types.is_function(element)).then_some(element)
}

/// Is there a pointer in a value of this type?
pub fn holds_pointer(program: &Program, ty: Type) -> bool {
    let mut pending = vec![ty];
    let mut seen = std::collections::HashSet::new();
    while let Some(ty) = pending.pop() {
        match program.types.stripped(ty) {
            TypeKind::Pointer(_) => return true,
            TypeKind::Array(element, _) => pending.push(*element),
            TypeKind::Record(record) if seen.insert(*record) => {
                let fields = program.records[*record].fields.iter().flatten();
                pending.extend(fields.map(|field| field.ty));
            }
            _ => {}
        }
    }
    false
}

fn array_length(program: &Program, ty: Type) -> Option<Extent> {
    match program.types.stripped(ty) {
        TypeKind::Array(_, len) => extent_of(program, *len),
        _ => None,
    }
}

fn extent_of(program: &Program, len: ArrayLen) -> Option<Extent> {
    match len {
        ArrayLen::Fixed(n) => i64::try_from(n).ok().map(Extent::Constant),
        ArrayLen::Variable(expr) => Some(expr_extent(program, expr)),
        ArrayLen::Unknown | ArrayLen::Star => None,
    }
}

/// An expression as an extent: a number if it is one.
pub fn expr_extent(program: &Program, expr: ExprId) -> Extent {
    let value = hir::const_eval::integer(program, expr).and_then(|value| i64::try_from(value).ok());
    value.map_or(Extent::Expr(expr), Extent::Constant)
}
