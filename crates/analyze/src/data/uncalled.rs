//! Functions of a program that nothing in it calls.
//!
//! ```c
//! void vec_add(const float *a, float *b, int n) { … kernel … }      // of a library
//! ```
//! A file of functions is rarely used as a whole. Where the program has a `main`
//! that does not lead to `vec_add`, there is no caller who could bring copies of `a`
//! and `b`. They are taken to be there, whole, as a caller would bring them; should
//! the function be called after all, from an object file, the host looks them up
//! by address and says what is missing.
//!
//! Such functions say nothing about those that are called: a call that stands in
//! one of them does not count where there are others.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    Builder, DirectiveId, DirectiveKind, ExprId, ExprKind, FunctionId, GlobalAction, Node, Program, Span,
    StmtId, StmtKind, VarStorage,
};

use crate::array_shape::{ArrayShape, holds_pointer, place_type};
use crate::arrivals::Call;
use crate::call_graph::{CallGraph, own_calls};
use crate::inherited::place_expr;
use crate::maps::HashMap;
use crate::releases::Releases;
use crate::{CopySpace, DeviceCopy, Inherited, Input, Place, device_functions, sections};

/// What each function wants on the device.
#[derive(Default)]
pub struct Needs {
    by_function: HashMap<FunctionId, BTreeSet<Place>>,
}

impl Needs {
    /// Looks through the functions, callees first.
    pub fn new(input: &Input<'_>, graph: &CallGraph, releases: &Releases<'_>) -> Needs {
        let mut needs = Needs::default();
        for function in graph.order.iter().rev() {
            let Some(body) = input.program.functions[*function].body else { continue };
            let mut places = BTreeSet::new();
            for stmt in input.program.stmts_below(body) {
                for call in own_calls(input.program, stmt) {
                    places.extend(needs.of_call(input, graph, releases, *function, call));
                }
            }
            places.extend(used_in(input, body));
            for made in made_in(input.program, body) {
                places.remove(&made);
            }
            places.retain(|place| comes_from_outside(input.program, place));
            needs.by_function.insert(*function, places);
        }
        needs
    }

    /// What a callee wants, by the caller's names.
    fn of_call(
        &self,
        input: &Input<'_>,
        graph: &CallGraph,
        releases: &Releases<'_>,
        caller: FunctionId,
        call: ExprId,
    ) -> Vec<Place> {
        let ExprKind::Call { args, .. } = &input.program.exprs[call].kind else { return Vec::new() };
        let Some(callee) = releases.callee(input, call) else { return Vec::new() };
        let kept = BTreeSet::new();
        let call = Call { input, graph, caller, callee, args, kept: &kept, origins: None };
        let wanted = self.by_function.get(&callee).into_iter().flatten();
        wanted.filter_map(|place| call.caller_place(place)).collect()
    }

    /// What a function wants of its callers, in its own names.
    pub fn of(&self, function: FunctionId) -> impl Iterator<Item = &Place> {
        self.by_function.get(&function).into_iter().flatten()
    }

    /// The copies that a function nobody calls by its name begins with.
    pub fn copies(&self, b: &mut Builder<'_>, graph: &CallGraph, function: FunctionId) -> Vec<DeviceCopy> {
        let is_called_from_here = graph.is_reached(function) && graph.address_taken(function).is_none();
        let places = self.by_function.get(&function).filter(|_| !is_called_from_here);
        let Some(places) = places else { return Vec::new() };
        let Some(directive) = first_directive(b.program, function) else { return Vec::new() };
        places.iter().filter_map(|place| taken_to_be_there(b, function, directive, place)).collect()
    }
}

/// A copy of all of an array, found by address.
fn taken_to_be_there(
    b: &mut Builder<'_>,
    function: FunctionId,
    directive: DirectiveId,
    place: &Place,
) -> Option<DeviceCopy> {
    let shape = ArrayShape::declared(b.program, place)?;
    if holds_pointer(b.program, shape.element) {
        return None;
    }
    let host = place_expr(b, place)?;
    Some(DeviceCopy {
        directive,
        owner: function,
        space: CopySpace::Global,
        host,
        place: place.clone(),
        element: shape.element,
        dims: sections::whole(&shape.extents),
        host_extents: shape.extents,
        elements: None,
        checks: Vec::new(),
        by_address: false,
        inherited: Some(Inherited { sources: Vec::new(), root: None, end_is_known: true, linear: true }),
        row_pointers: false,
        remembered: false,
        setter: None,
        fills: Vec::new(),
    })
}

fn first_directive(program: &Program, function: FunctionId) -> Option<DirectiveId> {
    let own = directives_in(program, function).next().map(|(directive, _)| directive);
    // A function that only calls others has none; any will do for the place of a message.
    own.or_else(|| program.directives.iter().next().map(|(directive, _)| directive))
}

/// Arrays that kernels use, and copies that transfers and releases name.
fn used_in(input: &Input<'_>, body: StmtId) -> BTreeSet<Place> {
    let program = input.program;
    let mut found = BTreeSet::new();
    for stmt in program.stmts_below(body) {
        match &program.stmts[stmt].kind {
            StmtKind::Kernel { body, .. } => found.extend(arrays_below(input, *body)),
            StmtKind::Directive(directive) => match &program.directives[*directive].kind {
                DirectiveKind::Global(
                    GlobalAction::Copyin(section) | GlobalAction::Copyout { section, .. },
                ) => {
                    found.extend(Place::of(program, section.base));
                }
                DirectiveKind::Global(GlobalAction::Free(names)) => {
                    found.extend(names.iter().filter_map(|name| Place::of(program, *name)));
                }
                _ => {}
            },
            _ => {
                let used = program.use_device(stmt).into_iter().flat_map(|(_, clauses, _)| &clauses.arrays);
                found.extend(used.filter_map(|name| Place::of(program, *name)));
            }
        }
    }
    found
}

/// Arrays and pointers that a kernel mentions, other than on the way to a member.
fn arrays_below(input: &Input<'_>, kernel: StmtId) -> BTreeSet<Place> {
    let program = input.program;
    let mut on_the_way = BTreeSet::new();
    let mut found = BTreeSet::new();
    for node in program.nodes(kernel) {
        let Node::Expr(expr) = node else { continue };
        if let ExprKind::Member { base, .. } = program.exprs[expr].kind {
            on_the_way.insert(base);
            if let ExprKind::Cast { operand, .. } = program.exprs[base].kind {
                on_the_way.insert(operand);
            }
        }
        let Some(place) = Place::of(program, expr).filter(|_| !on_the_way.contains(&expr)) else { continue };
        let Some(ty) = place_type(program, &place) else { continue };
        let is_array = program.types.is_array(ty) || program.types.is_pointer(ty);
        let is_table = place.path.is_empty() && device_functions::is_constant(input, place.var);
        let element = ArrayShape::declared(program, &place).map(|shape| {
            let mut element = shape.element;
            while let Some(row) = program.types.pointee(element) {
                element = row;
            }
            element
        });
        let is_plain = element.is_some_and(|element| !holds_pointer(program, element));
        if is_array && is_plain && !is_table {
            found.insert(place);
        }
    }
    found
}

/// What the function's own directives put on the device.
fn made_in(program: &Program, body: StmtId) -> Vec<Place> {
    let mut made = Vec::new();
    for stmt in program.stmts_below(body) {
        let StmtKind::Directive(directive) = &program.stmts[stmt].kind else { continue };
        match &program.directives[*directive].kind {
            DirectiveKind::Global(GlobalAction::Alloc { section, .. })
            | DirectiveKind::TextureCopyin { section, .. } => made.extend(Place::of(program, section.base)),
            DirectiveKind::ConstantCopyin(sections) => {
                made.extend(sections.iter().filter_map(|section| Place::of(program, section.base)));
            }
            _ => {}
        }
    }
    made
}

fn comes_from_outside(program: &Program, place: &Place) -> bool {
    !matches!(program.vars[place.var].storage, VarStorage::Local | VarStorage::StaticLocal)
}

/// Of calls through a pointer nobody knows what they bring.
pub fn called_through_pointer(input: &Input<'_>, function: FunctionId, at: Span) -> Diagnostic {
    let name = input.function_name(function);
    let message = format!("`{name}` works on its callers' device copies, and may be called from anywhere");
    let mut found =
        Diagnostic::new(&codes::CALLED_THROUGH_POINTER, at, message).label("its address goes somewhere");
    let kernel = directives_in(input.program, function).find(|(_, is_kernel)| *is_kernel);
    if let Some((kernel, _)) = kernel {
        found = found.related(input.program.directives[kernel].span, "a kernel of it");
    }
    found.note("the host looks the copies up when it is called, and fails if there are none")
}

/// The directives of a function; is it one of a kernel?
fn directives_in(program: &Program, function: FunctionId) -> impl Iterator<Item = (DirectiveId, bool)> {
    let stmts = program.functions[function].body.into_iter().flat_map(|body| program.stmts_below(body));
    stmts.filter_map(|stmt| match program.stmts[stmt].kind {
        StmtKind::Kernel { directive, .. } => Some((directive, true)),
        StmtKind::Directive(directive) => Some((directive, false)),
        _ => None,
    })
}

/// Says once for each file which functions have to be brought something.
pub fn tell(input: &Input<'_>, graph: &CallGraph, alone: &[(FunctionId, Vec<Place>)], sink: &mut Sink) {
    let mut by_unit: HashMap<usize, Vec<&(FunctionId, Vec<Place>)>> = HashMap::default();
    for found in alone {
        by_unit.entry(graph.unit(found.0)).or_default().push(found);
    }
    let mut units: Vec<_> = by_unit.into_iter().collect();
    units.sort_by_key(|(unit, _)| *unit);
    for (_, mut functions) in units {
        functions.sort_by_key(|(function, _)| input.program.functions[*function].span.lo);
        let Some((first, places)) = functions.first() else { continue };
        let names: Vec<String> =
            functions.iter().map(|(function, _)| format!("`{}`", input.function_name(*function))).collect();
        let arrays: Vec<String> =
            places.iter().map(|place| format!("`{}`", input.place_name(place))).collect();
        let is_one = names.len() == 1;
        let subject = match is_one {
            true => names[0].clone(),
            false => format!("{} and {}", names[..names.len() - 1].join(", "), names[names.len() - 1]),
        };
        let (are, their) = if is_one { ("is", "its") } else { ("are", "their") };
        let message =
            format!("{subject} {are} never called, and nothing brings {their} arrays to the device");
        let warning = Diagnostic::new(&codes::NEVER_CALLED, input.program.functions[*first].span, message)
            .label(format!("uses {}", arrays.join(", ")))
            .note("the host looks the copies up when the function is called, and fails if there are none");
        sink.push(warning);
    }
}
