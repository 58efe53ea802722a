//! Elements that lie side by side and belong to one thread.
//!
//! ```c
//! y[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];   // four lanes of a group
//! for (int k = 0; k < 4; k++)
//!     sum += a[4 * i + k];                                        // the same, in a loop
//! length[i] = p[i].re * p[i].re + p[i].im * p[i].im;              // a struct is one, too
//! ```
//! Invariant: the first element of a group is a multiple of its lanes from the start of
//! the array, neighbouring threads have neighbouring groups, and each access of a group
//! stays in it.

use affine::LinearExpr;
use analyze::coalescing::{Cost, Pattern};
use analyze::{Access, SymbolKind};
use hir::{Qualifiers, StmtId, Type, TypeKind, VarId, VarStorage, const_eval};

use crate::kernel::Kernel;
use crate::refusal::{Refusal, refuse};

/// Bytes of the largest vector that one instruction moves.
pub(crate) const LARGEST: u64 = gpu::WIDEST;

/// Which element of its group an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Always this one; of a struct, the whole of it.
    One(u64),
    /// `offset` behind the index of a loop, from `first` on.
    Along { stmt: StmtId, offset: i128, first: u64, trips: u64 },
}

impl Lane {
    /// The lanes that it may be.
    pub(crate) fn range(self) -> std::ops::Range<u64> {
        match self {
            Lane::One(lane) => lane..lane + 1,
            Lane::Along { first, trips, .. } => first..first + trips,
        }
    }

    /// The lane as a text, where a loop goes through them: `k + 1`.
    pub(crate) fn index(self, kernel: &Kernel<'_>) -> String {
        let Lane::Along { stmt, offset, .. } = self else { return String::new() };
        let canonical = kernel.found.region.loops.get(&stmt);
        let index = canonical.map(|canonical| kernel.input.name(canonical.index)).unwrap_or_default();
        match offset {
            0 => index,
            1.. => format!("{index} + {offset}"),
            _ => format!("{index} - {}", -offset),
        }
    }

    /// The loop that goes through the lanes.
    pub(crate) fn along(self) -> Option<StmtId> {
        match self {
            Lane::One(_) => None,
            Lane::Along { stmt, .. } => Some(stmt),
        }
    }
}

/// The elements of a thread that can be moved as one.
pub(crate) struct Group<'a> {
    pub array: VarId,
    /// The type of an element: a number, or a struct.
    pub element: Type,
    /// Elements of the group.
    pub lanes: u64,
    /// Bytes of all of them.
    pub bytes: u64,
    /// Where it begins, in elements.
    pub base: LinearExpr,
    pub accesses: Vec<(&'a Access, Lane)>,
}

impl Group<'_> {
    pub(crate) fn is_struct(&self) -> bool {
        self.lanes == 1
    }

    pub(crate) fn is_written(&self) -> bool {
        self.accesses.iter().any(|(access, _)| access.mode.writes())
    }
}

/// The groups of an array that a strided access is to, each a vector.
pub(crate) fn groups<'a>(
    kernel: &Kernel<'a>,
    strided: &'a Access,
    cost: &Cost,
) -> Result<Vec<Group<'a>>, Refusal> {
    let (program, array) = (kernel.program(), strided.place.var);
    let name = kernel.input.name(array);
    if program.vars[array].storage != VarStorage::Param || kernel.is_changed(array) {
        return refuse(strided.span, format!("where `{name}` begins is not known"));
    }
    parts(kernel, strided, vector_lanes(kernel, strided, cost)?)
}

/// The parts of so many elements that threads have of an array; of one that is written,
/// each thread has one.
pub(crate) fn parts<'a>(
    kernel: &Kernel<'a>,
    strided: &'a Access,
    lanes: u64,
) -> Result<Vec<Group<'a>>, Refusal> {
    let (program, array) = (kernel.program(), strided.place.var);
    let name = kernel.input.name(array);
    let element = program.exprs[strided.expr].ty;
    if !strided.place.path.is_empty() || element.quals.has(Qualifiers::VOLATILE) {
        return refuse(strided.span, format!("the elements of `{name}` are not plain memory"));
    }
    let bytes = program.size_of(element).unwrap_or(0).saturating_mul(lanes);
    let accesses = kernel.costs.iter().map(|(access, _)| *access).filter(|a| a.place.var == array);
    let (mut found, mut strange): (Vec<Group<'a>>, Option<&Access>) = (Vec::new(), None);
    for access in accesses {
        let Some((base, lane)) = taken_apart(kernel, access, lanes) else {
            strange = Some(access);
            continue;
        };
        match found.iter_mut().find(|group| group.base == base) {
            Some(group) => group.accesses.push((access, lane)),
            None => found.push(Group {
                array,
                element: element.unqualified(),
                lanes,
                bytes,
                base,
                accesses: vec![(access, lane)],
            }),
        }
    }
    let is_written = kernel.costs.iter().any(|(a, _)| a.place.var == array && a.mode.writes());
    let other = strange.or_else(|| found.get(1).map(|group| group.accesses[0].0));
    match other.filter(|_| is_written) {
        Some(access) => refuse(access.span, format!("`{name}` is accessed in another way here")),
        None => Ok(found),
    }
}

/// Elements from a thread's access to its neighbour's: one, if they are structs.
pub(crate) fn lanes(kernel: &Kernel<'_>, strided: &Access, cost: &Cost) -> Option<u64> {
    let Pattern::Strided(Some(step)) = cost.pattern else { return None };
    let apart = u64::try_from(step).ok()?.checked_mul(cost.size)?;
    let element = kernel.program().size_of(kernel.program().exprs[strided.expr].ty)?.max(1);
    apart.is_multiple_of(element).then_some(apart / element).filter(|lanes| *lanes > 0)
}

/// Is it an access to a thread's own part of an array?
pub(crate) fn is_in_part(kernel: &Kernel<'_>, strided: &Access, cost: &Cost) -> bool {
    lanes(kernel, strided, cost).is_some_and(|lanes| taken_apart(kernel, strided, lanes).is_some())
}

pub(crate) fn is_record(kernel: &Kernel<'_>, ty: Type) -> bool {
    let types = &kernel.program().types;
    matches!(types.kind(types.strip(ty)), TypeKind::Record(_))
}

/// The lanes of a group that is a vector.
fn vector_lanes(kernel: &Kernel<'_>, strided: &Access, cost: &Cost) -> Result<u64, Refusal> {
    let program = kernel.program();
    let name = kernel.input.name(strided.place.var);
    let element = program.exprs[strided.expr].ty;
    let lanes = lanes(kernel, strided, cost).unwrap_or(0);
    let bytes = program.size_of(element).unwrap_or(0).saturating_mul(lanes);
    match is_record(kernel, element) {
        true if lanes == 1 && matches!(bytes, 8 | LARGEST) => Ok(lanes),
        false
            if matches!(lanes, 2 | 4)
                && bytes <= LARGEST
                && vector_type(kernel, element, lanes).is_some() =>
        {
            Ok(lanes)
        }
        _ => {
            let reason = match bytes {
                0 => format!("no vector holds the elements of `{name}` that a thread accesses"),
                bytes => {
                    format!("no vector has the {bytes} bytes from a thread's part of `{name}` to the next")
                }
            };
            refuse(strided.span, reason)
        }
    }
}

/// Where the group of an access begins, and which lane it is.
fn taken_apart(kernel: &Kernel<'_>, access: &Access, lanes: u64) -> Option<(LinearExpr, Lane)> {
    let width = i128::from(lanes);
    let flat = access.flat.as_ref()?;
    let mut rest = flat.clone();
    let mut along = None;
    for (var, coefficient) in flat.terms() {
        if coefficient % width == 0 {
            continue;
        }
        let Some(SymbolKind::LoopIndex { loop_stmt, .. }) = kernel.symbols().kind(*var) else { return None };
        let canonical = kernel.found.region.loops.get(loop_stmt)?;
        let trips = canonical.trips.filter(|trips| *trips > 0 && *trips <= lanes)?;
        if *coefficient != 1 || canonical.step != 1 || along.is_some() {
            return None;
        }
        along = Some((*loop_stmt, trips, const_eval::integer(kernel.program(), canonical.first)?));
        rest = rest.without(*var);
    }
    let constant = rest.constant_part();
    let first = constant + along.map_or(0, |(_, _, first)| first);
    let start = first.div_euclid(width) * width;
    let base = rest.plus_constant(start - constant).ok()?;
    let first = u64::try_from(first - start).ok()?;
    let lane = match along {
        None => Lane::One(first),
        Some((stmt, trips, _)) => Lane::Along { stmt, offset: constant - start, first, trips },
    };
    (lane.range().end <= lanes).then_some((base, lane))
}

/// `float4` for four of `float`.
pub(crate) fn vector_type(kernel: &Kernel<'_>, element: Type, lanes: u64) -> Option<String> {
    let program = kernel.program();
    let element = program.types.strip(element).unqualified();
    let name = match kernel.type_text(element).as_str() {
        "float" => "float",
        "double" => "double",
        "signed char" => "char",
        "unsigned char" => "uchar",
        "short" => "short",
        "unsigned short" => "ushort",
        "int" => "int",
        "unsigned int" | "unsigned" => "uint",
        "long" => "long",
        "unsigned long" => "ulong",
        "long long" => "longlong",
        "unsigned long long" => "ulonglong",
        _ => return None,
    };
    Some(format!("{name}{lanes}"))
}
