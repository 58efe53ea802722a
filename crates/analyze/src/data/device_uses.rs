//! `use_device(a)`: a statement of the host in which `a` is the address of its
//! device copy, for libraries that work there.
//!
//! ```c
//! #pragma hicuda use_device(x, y) reads(x) writes(y)
//! cblas_sgemv(…, a, n, x, 1, 0, y, 1);        // x and y: the device's memory
//! ```
//! The address is that of the host's array only if the copy has its layout: it starts at
//! index 0, and its rows are whole.

use diagnostics::{Diagnostic, codes};
use hir::{ExprId, ExprKind, Node, Program, Span, StmtId, UseDevice};
use kir::Extent;

use crate::coverage::is_whole;
use crate::{CopyId, DeviceCopy, Input, Place};

/// An array that stands for its device copy in a statement.
#[derive(Clone, Debug)]
pub struct DeviceUse {
    /// The copy.
    pub copy: CopyId,
    /// The array.
    pub place: Place,
    /// May the statement read it?
    pub reads: bool,
    /// May it write it?
    pub writes: bool,
    /// Where the statement names it.
    pub names: Vec<ExprId>,
}

impl DeviceUse {
    /// What the clauses say of an array in the statement.
    pub fn new(program: &Program, clauses: &UseDevice, array: (Place, CopyId), body: StmtId) -> DeviceUse {
        let (place, copy) = array;
        let is_in =
            |names: &[ExprId]| names.iter().any(|name| Place::of(program, *name).as_ref() == Some(&place));
        let (reads, writes) = (is_in(&clauses.reads), is_in(&clauses.writes));
        // Nothing said: it may do both.
        let unsaid = !reads && !writes;
        let names = names_of(program, &place, body);
        DeviceUse { copy, reads: reads || unsaid, writes: writes || unsaid, names, place }
    }
}

/// Where a statement names an array, its size aside.
fn names_of(program: &Program, place: &Place, body: StmtId) -> Vec<ExprId> {
    let mut names = Vec::new();
    let mut nodes = program.nodes(body);
    while let Some(node) = nodes.next() {
        let Node::Expr(expr) = node else { continue };
        if matches!(program.exprs[expr].kind, ExprKind::Measure { .. }) {
            nodes.skip_children();
        } else if Place::of(program, expr).as_ref() == Some(place) && program.as_written(expr) == expr {
            names.push(expr);
            nodes.skip_children();
        }
    }
    names
}

/// Why a device copy cannot stand for its array there.
pub fn refusal(input: &Input<'_>, used: &DeviceUse, copy: &DeviceCopy, at: Span) -> Option<Diagnostic> {
    let name = input.place_name(&used.place);
    let error = |message: String| Diagnostic::new(&codes::NOT_USABLE_ON_DEVICE, at, message);
    if used.names.is_empty() {
        return Some(
            error(format!("`{name}` is not named in the statement below"))
                .help("name the arrays that the statement hands over, or remove it from the list"),
        );
    }
    let in_macro = used.names.iter().map(|name| input.span(*name)).find(|span| span.is_from_macro());
    if let Some(span) = in_macro {
        return Some(
            error(format!("`{name}` is named by a macro here"))
                .related(span, "the macro's text is the same for every use")
                .help("write the name itself in the statement"),
        );
    }
    let starts = copy.dims.first().is_none_or(|dim| dim.lo == Extent::Constant(0));
    let has_host_layout = starts && copy.dims.iter().skip(1).all(is_whole) && !copy.row_pointers;
    let made = input.program.directives[copy.directive].span;
    (!has_host_layout).then(|| {
        error(format!("the device copy of `{name}` does not have the layout of `{name}`"))
            .related(made, "only a part of it is there")
            .help("give the copy all rows from index 0: the library gets one address")
    })
}
