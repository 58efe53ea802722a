//! What a function finds on the device when it is called.
//!
//! ```c
//! void step(float *a, int n) { … kernel that uses a … }
//! … global alloc x[0:m-1] … step(x, m); …     … global alloc y[0:k-1] … step(y, k); …
//! ```
//! Both callers bring a global copy of `a[0:n-1]`: inside `step` there is one
//! copy of `a`, which the host finds by address at run time. Where a caller
//! brings nothing, or brings another memory or layout, the use of `a` in `step`
//! is an error that shows the calls that lead there.
//!
//! Invariant: an inherited copy is one that every call brings, and what is said
//! of its bounds holds for all of them.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{Builder, ExprId, ExprKind, FunctionId, Span, VarId};
use kir::Extent;

use crate::aliases::Alias;
use crate::array_shape::{ArrayShape, behind_rows};
use crate::arrivals::{Arrival, ArrivingDim};
use crate::{
    CopyId, CopySpace, DeviceCopy, Inherited, Input, LastIndex, Place, SectionRange, sections, size_formula,
};

/// So many ways in which arguments of a function are one array are looked at.
const MOST_ALIASES: usize = 64;

/// One call of a function, and what it brings.
#[derive(Clone, Debug)]
pub struct Context {
    /// The copies, by the callee's names.
    pub brought: BTreeMap<Place, Arrival>,
    /// The calls that lead here, the last one first: where, and of what.
    pub chain: Chain,
    /// Copies that the caller has in some of its own calls only: the calls of a
    /// way without it, and of one with it.
    pub partly: BTreeMap<Place, (Chain, Chain)>,
    /// Names that the call makes one array.
    pub aliases: Vec<Alias>,
    /// The call, and the function it stands in.
    pub call: (FunctionId, ExprId),
}

/// Calls, the last one first: where, and of what.
pub type Chain = Vec<(Span, FunctionId)>;

/// All calls of a function.
#[derive(Clone, Debug, Default)]
pub struct Callers {
    /// In the order in which they were found.
    pub contexts: Vec<Context>,
}

impl Callers {
    /// The copies that every call brings alike.
    pub fn agreed(&self) -> Vec<Merged> {
        let Some((first, others)) = self.contexts.split_first() else { return Vec::new() };
        let mut agreed = Vec::new();
        'places: for (place, arrival) in &first.brought {
            let mut merged = Merged::new(arrival);
            for other in others {
                let Some(other) = other.brought.get(place) else { continue 'places };
                if disagreement(arrival, other).is_some() || !merged.add(other) {
                    continue 'places;
                }
            }
            if merged.linear || merged.dims.iter().all(is_known) {
                agreed.push(merged);
            }
        }
        agreed
    }

    /// The names that some call makes one array.
    pub fn aliases(&self) -> Vec<Alias> {
        let mut found: Vec<Alias> = Vec::new();
        for alias in self.contexts.iter().flat_map(|context| &context.aliases) {
            let is_new = |other: &Alias| {
                (&other.first, &other.second, &other.way) != (&alias.first, &alias.second, &alias.way)
            };
            if found.len() < MOST_ALIASES && found.iter().all(is_new) {
                found.push(alias.clone());
            }
        }
        found
    }

    /// The copies that some calls bring and others do not, with a way of each
    /// kind.
    pub fn partly(&self) -> Vec<(Place, Chain, Chain)> {
        let mut found = Vec::new();
        let places: BTreeSet<&Place> = self.contexts.iter().flat_map(|c| c.brought.keys()).collect();
        for place in places {
            let without = self.contexts.iter().find(|context| !context.brought.contains_key(place));
            let with = self.contexts.iter().find(|context| context.brought.contains_key(place));
            if let (Some(without), Some(with)) = (without, with) {
                found.push((place.clone(), without.chain.clone(), with.chain.clone()));
            }
        }
        for context in &self.contexts {
            let inner = context.partly.iter();
            found
                .extend(inner.map(|(place, (without, with))| (place.clone(), without.clone(), with.clone())));
        }
        found
    }

    /// A call that was found when the function had been analysed: it must
    /// bring what the others brought.
    pub fn check_again(&self, input: &Input<'_>, context: Context, span: Span, sink: &mut Sink) {
        for merged in self.agreed() {
            let place = &merged.arrival.place;
            let fits = context.brought.get(place).is_some_and(|brought| {
                disagreement(&merged.arrival, brought).is_none() && merged.clone().add(brought)
            });
            if !fits {
                let mut all = self.clone();
                all.contexts.push(context.clone());
                all.complaint(input, place, span, "passed on")
                    .into_iter()
                    .for_each(|complaint| sink.push(complaint));
            }
        }
    }

    /// Why a place has no copy here, if the callers are to blame. `verb` is
    /// what was to be done with it: "used".
    pub fn complaint(&self, input: &Input<'_>, place: &Place, span: Span, verb: &str) -> Option<Diagnostic> {
        let name = input.place_name(place);
        let first = self.contexts.first()?;
        if let Some((_, without, with)) = self.partly().iter().find(|(partly, ..)| partly == place) {
            return Some(not_brought(input, &name, span, verb, without, Some(with)));
        }
        if !first.brought.contains_key(place) {
            return Some(not_brought(input, &name, span, verb, &first.chain, None));
        }
        let brought = &first.brought[place];
        let differs = |other: &&Context| disagreement(brought, &other.brought[place]).is_some();
        match self.contexts.iter().find(differs) {
            Some(other) => {
                let what = disagreement(brought, &other.brought[place]).unwrap_or_default();
                Some(callers_disagree(input, &name, span, &what, first, other))
            }
            None => Some(no_words_for_it(input, &name, span, brought, first)),
        }
    }
}

/// What all callers bring under one name.
#[derive(Clone, Debug)]
pub struct Merged {
    arrival: Arrival,
    /// Their copies.
    sources: Vec<(usize, CopyId)>,
    dims: Vec<ArrivingDim>,
    linear: bool,
}

impl Merged {
    fn new(arrival: &Arrival) -> Merged {
        Merged {
            arrival: arrival.clone(),
            sources: vec![arrival.source],
            dims: arrival.dims.clone(),
            linear: arrival.linear,
        }
    }

    /// Whole rows in global memory: the address of an element tells all others.
    pub fn is_found_by_address(&self) -> bool {
        self.linear && self.arrival.space == CopySpace::Global
    }

    /// Keeps what holds for both; false if that is not enough.
    fn add(&mut self, other: &Arrival) -> bool {
        self.sources.push(other.source);
        if self.linear && self.dims.len() != other.dims.len() {
            self.dims = vec![ArrivingDim::unknown()];
        }
        for (dim, other) in self.dims.iter_mut().zip(&other.dims) {
            dim.lo = dim.lo.take().filter(|lo| Some(lo) == other.lo.as_ref());
            dim.hi = dim.hi.take().filter(|hi| Some(hi) == other.hi.as_ref());
            dim.host = dim.host.take().filter(|host| Some(host) == other.host.as_ref());
            dim.whole &= other.whole;
        }
        self.linear || self.dims.iter().all(is_known)
    }

    /// The copy as the function has it.
    pub fn device_copy(
        &self,
        b: &mut Builder<'_>,
        function: FunctionId,
        shapes: &BTreeMap<Place, Vec<ExprId>>,
    ) -> Option<DeviceCopy> {
        let place = &self.arrival.place;
        let declared = ArrayShape::declared(b.program, place)?;
        let element = match self.arrival.row_pointers {
            true => behind_rows(b.program, declared.element, self.dims.len().checked_sub(declared.rank())?)?,
            false => declared.element,
        };
        if b.program.size_of(element) != self.arrival.element_size {
            return None;
        }
        let view = if self.linear { self.as_on_host(b, &declared, shapes) } else { self.section(b) }?;
        let View { dims, host_extents, end_is_known } = view;
        let elements = dims.iter().try_fold(1u64, |product, dim| product.checked_mul(dim.extent?));
        Some(DeviceCopy {
            directive: self.arrival.directive,
            owner: function,
            space: self.arrival.space,
            host: place_expr(b, place)?,
            place: place.clone(),
            element,
            dims,
            host_extents,
            elements,
            checks: Vec::new(),
            by_address: false,
            inherited: Some(Inherited {
                sources: self.sources.clone(),
                root: self.arrival.root,
                end_is_known,
                linear: self.linear,
            }),
            row_pointers: self.arrival.row_pointers,
            remembered: false,
            setter: None,
            fills: Vec::new(),
        })
    }

    /// A copy with whole rows can be seen with any dimensions: those of a
    /// `shape` of the file, of the declaration, or of the callers.
    fn as_on_host(
        &self,
        b: &mut Builder<'_>,
        declared: &ArrayShape,
        shapes: &BTreeMap<Place, Vec<ExprId>>,
    ) -> Option<View> {
        let given = shapes.get(&self.arrival.place);
        let shape = match given.and_then(|dims| ArrayShape::given(b.program, &self.arrival.place, dims)) {
            Some(given) => given.extents,
            None if declared.rank() == 1 => self.extents_of_callers(b),
            None => declared.extents.clone(),
        };
        let mut dims = sections::whole(&shape);
        let same_rank = dims.len() == self.dims.len();
        let mut end_is_known = dims.is_empty() || self.dims.first().is_some_and(|dim| dim.whole);
        if let (Some(outer), Some(arriving), false) = (dims.first_mut(), self.dims.first(), end_is_known)
            && let (true, Some(lo), Some(hi)) = (same_rank, &arriving.lo, &arriving.hi)
            && let Some(lo) = size_formula::extent(b, lo, &variable)
            && let Some(hi) = size_formula::extent(b, hi, &variable)
        {
            *outer = range(b, lo, hi);
            end_is_known = true;
        }
        Some(View { dims, host_extents: shape, end_is_known })
    }

    /// The callers' dimensions for a pointer to elements, if all of them but
    /// the outermost have names here; otherwise one dimension.
    fn extents_of_callers(&self, b: &mut Builder<'_>) -> Vec<Option<Extent>> {
        let mut extents = Vec::new();
        for dim in &self.dims {
            extents.push(dim.host.as_ref().and_then(|host| size_formula::extent(b, host, &variable)));
        }
        if extents.iter().skip(1).any(Option::is_none) || extents.is_empty() {
            return vec![None];
        }
        extents
    }

    /// A part of the host's array: its place on the device needs every bound.
    fn section(&self, b: &mut Builder<'_>) -> Option<View> {
        let mut view = View { dims: Vec::new(), host_extents: Vec::new(), end_is_known: true };
        for dim in &self.dims {
            let lo = size_formula::extent(b, dim.lo.as_ref()?, &variable)?;
            let hi = size_formula::extent(b, dim.hi.as_ref()?, &variable)?;
            let host = dim.host.as_ref().and_then(|host| size_formula::extent(b, host, &variable));
            let held = range(b, lo, hi);
            let is_all = dim.whole && host.is_some();
            view.dims.push(if is_all { SectionRange { hi: LastIndex::EndOfArray, ..held } } else { held });
            view.host_extents.push(host);
        }
        Some(view)
    }
}

/// Bounds in the callee's expressions.
struct View {
    dims: Vec<SectionRange>,
    host_extents: Vec<Option<Extent>>,
    end_is_known: bool,
}

fn range(b: &Builder<'_>, lo: Extent, hi: Extent) -> SectionRange {
    let formulas = size_formula::of_extent(b.program, lo).zip(size_formula::of_extent(b.program, hi));
    let length = formulas.and_then(|(lo, hi)| hi.minus(&lo).ok()?.as_constant());
    let extent = length.and_then(|length| u64::try_from(length.checked_add(1)?).ok());
    SectionRange { lo, hi: LastIndex::At(hi), extent }
}

fn variable(var: affine::Var) -> Option<VarId> {
    Some(VarId::from_index(usize::try_from(var.0).ok()?))
}

fn is_known(dim: &ArrivingDim) -> bool {
    dim.lo.is_some() && dim.hi.is_some()
}

/// An expression for a place: `a`, `grid->cells`.
pub(crate) fn place_expr(b: &mut Builder<'_>, place: &Place) -> Option<ExprId> {
    let mut expr = b.var(place.var);
    for step in &place.path {
        let ty = b.program.records[step.record].fields.as_ref()?.get(step.field as usize)?.ty;
        let (record, field, arrow) = (step.record, step.field, step.arrow);
        expr = b.expr(ExprKind::Member { base: expr, record, field, arrow }, ty);
    }
    Some(expr)
}

/// Is the message about what callers bring?
pub fn is_complaint(message: &Diagnostic) -> bool {
    let complaints = [
        &codes::NOT_ON_DEVICE_ON_PATH,
        &codes::NO_CALLER_HAS_IT,
        &codes::CALLERS_DISAGREE,
        &codes::SECTION_UNKNOWN_IN_CALLEE,
    ];
    complaints.iter().any(|code| code.id == message.code.id)
}

/// How two calls differ in what they bring under one name.
fn disagreement(a: &Arrival, b: &Arrival) -> Option<String> {
    if a.space != b.space {
        return Some(format!("one has it in {} memory, the other in {}", word(a.space), word(b.space)));
    }
    if a.space == CopySpace::Constant && a.root != b.root {
        return Some("each has a constant copy of its own".to_owned());
    }
    if a.linear != b.linear {
        return Some("one holds whole rows, the other parts of rows".to_owned());
    }
    let sections_differ =
        a.dims.len() != b.dims.len() || a.dims.iter().zip(&b.dims).any(|(a, b)| a.lo != b.lo || a.hi != b.hi);
    (!a.linear && sections_differ).then(|| "their sections start or end at different indices".to_owned())
}

fn word(space: CopySpace) -> &'static str {
    match space {
        CopySpace::Global => "global",
        CopySpace::Constant => "constant",
        CopySpace::Texture => "texture",
    }
}

/// Adds the calls that lead to a function, the last one first; what is said of
/// them is said of the one they begin with.
pub(crate) fn with_chain(
    mut message: Diagnostic,
    input: &Input<'_>,
    chain: &[(Span, FunctionId)],
    what: &str,
) -> Diagnostic {
    for (at, (span, function)) in chain.iter().enumerate() {
        let what = if at + 1 == chain.len() { what } else { "" };
        let text = format!("`{}` is called here {what}", input.function_name(*function));
        message = message.related(*span, text.trim_end());
    }
    message
}

fn not_brought(
    input: &Input<'_>,
    name: &str,
    span: Span,
    verb: &str,
    without: &Chain,
    with: Option<&Chain>,
) -> Diagnostic {
    let called = without.first().map_or_else(String::new, |(_, f)| input.function_name(*f));
    let (code, message) = match with {
        Some(_) => (
            &codes::NOT_ON_DEVICE_ON_PATH,
            format!("`{name}` is not on the device in every call of `{called}`"),
        ),
        None => (&codes::NO_CALLER_HAS_IT, format!("no caller of `{called}` has `{name}` on the device")),
    };
    let message = Diagnostic::new(code, span, message).label(format!("{verb} here"));
    let message = with_chain(message, input, without, "without a device copy");
    let message = match with {
        Some(with) => with_chain(message, input, &with[with.len().saturating_sub(1)..], "with one"),
        None => message,
    };
    message
        .note("a copy is found through what is passed: `a`, `a + k`, `&a[i][0]` or `s->a`, not `*q`")
        .help(format!("allocate what is passed as `{name}` before the call, or `{name}` in this function"))
}

fn callers_disagree(
    input: &Input<'_>,
    name: &str,
    span: Span,
    what: &str,
    first: &Context,
    second: &Context,
) -> Diagnostic {
    let message = format!("callers bring different device copies of `{name}`");
    let message = Diagnostic::new(&codes::CALLERS_DISAGREE, span, message).label(what.to_owned());
    let message = with_chain(message, input, &first.chain, "with one of them");
    with_chain(message, input, &second.chain, "with the other")
        .note("it cannot be written once for each: it keeps a variable between calls, or a call stands in a macro")
        .help("make both copies with the same directive and section, or write a function for each")
}

fn no_words_for_it(
    input: &Input<'_>,
    name: &str,
    span: Span,
    arrival: &Arrival,
    context: &Context,
) -> Diagnostic {
    let called = context.chain.first().map_or_else(String::new, |(_, f)| input.function_name(*f));
    let made = input.program.directives[arrival.directive].span;
    let message = format!("`{called}` cannot tell which part of `{name}` is on the device");
    let message = Diagnostic::new(&codes::SECTION_UNKNOWN_IN_CALLEE, span, message)
        .label("its place on the device depends on bounds that have no name here")
        .related(made, "the device copy holds this section");
    with_chain(message, input, &context.chain, "without the bounds")
        .help("pass the bounds of the section as arguments, or allocate whole rows")
}
