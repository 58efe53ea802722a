//! Kernel outlining: `hir::Program + Facts -> kir::Program`.
//!
//! Every kernel region becomes a [`kir::Kernel`], every data directive a place
//! in the host text with actions. All questions of legality were asked and
//! answered by `analyze`; what is decided here is how the answer looks:
//! [`device_arrays`] (the copies and their captured bounds), [`host_sites`]
//! (what directives do), [`kernel`] (parameters and body), in which
//! [`share`] works out who runs which iterations, [`reducing`] gives each thread its
//! own of what they compute together, [`rewrite`] redirects accesses to the device
//! copies, [`callees`] gives called functions what they use of the kernel's; [`ahead`] finds
//! the loops that can load what they need next, [`columns`] the sections that are better stored by columns, [`streams`] the kernels that may run side by side, and
//! [`pipelines`] the loops whose rounds do.

mod ahead;
mod argument_bytes;
mod callees;
mod columns;
mod device_arrays;
mod formula;
mod host_sites;
mod kernel;
mod own_copyout;
mod pipelines;
mod reducing;
mod reducing_arrays;
mod rewrite;
mod same_value;
mod share;
mod skeleton;
mod streams;
mod work;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use analyze::{CopyId, Facts};
use diagnostics::Sink;
use hir::{Builder, DirectiveId, ExprId, Span};
use kir::{DeviceArrayId, Extent};
use source::Sources;

/// Outlines the kernels of one translation unit. Called only when analysis
/// found no error.
pub fn outline(
    program: &mut hir::Program,
    facts: &Facts,
    replaced: &[hir::ReplacedLoop],
    unit: usize,
    sources: &mut Sources,
    sink: &mut Sink,
) -> kir::Program {
    let b = Builder { program, sources, origin: Span::BUILTIN };
    let mut outliner = Outliner {
        b,
        facts,
        replaced,
        unit,
        sink,
        out: kir::Program::default(),
        arrays: HashMap::new(),
        before: HashMap::new(),
        bounds: BTreeMap::new(),
        captured: HashMap::new(),
        linkage: None,
    };
    outliner.capture_bounds();
    outliner.make_device_arrays();
    let kernels = outliner.make_kernels();
    outliner.choose_streams();
    let host = outliner.make_host_unit(unit, &kernels);
    outliner.out.host.push(host);
    outliner.out
}

/// The state of outlining one unit.
struct Outliner<'a> {
    b: Builder<'a>,
    facts: &'a Facts,
    /// Loops of the host that recipes have changed.
    replaced: &'a [hir::ReplacedLoop],
    /// Index in `hir::Program::units`.
    unit: usize,
    sink: &'a mut Sink,
    out: kir::Program,
    /// The device array of each copy.
    arrays: HashMap<CopyId, DeviceArrayId>,
    /// What keeps the values that a copy held before a kernel (`snapshot`).
    before: HashMap<CopyId, DeviceArrayId>,
    /// What each directive keeps in a temporary: what may change, and what kernels could not name.
    bounds: BTreeMap<DirectiveId, Vec<ExprId>>,
    /// The temporaries that stand for captured expressions.
    captured: HashMap<ExprId, hir::VarId>,
    /// The names of the program, once a kernel has asked for them.
    linkage: Option<Rc<hir::Linkage>>,
}

impl Outliner<'_> {
    /// The program, to compare expressions of.
    fn about(&self) -> hir::update::About<'_> {
        hir::update::About { program: self.b.program, sources: self.b.sources }
    }

    /// A host expression of the facts: its captured value, if it has one.
    fn host_value(&mut self, expr: ExprId) -> ExprId {
        match self.captured.get(&expr) {
            Some(&var) => self.b.var(var),
            None => expr,
        }
    }

    /// What names of other files stand for. Kernels add no names to that.
    fn linkage(&mut self) -> Rc<hir::Linkage> {
        self.linkage.get_or_insert_with(|| Rc::new(hir::Linkage::new(self.b.program))).clone()
    }

    /// A size of the facts.
    fn host_extent(&mut self, extent: Extent) -> Extent {
        match extent {
            Extent::Constant(_) => extent,
            Extent::Expr(expr) => Extent::Expr(self.host_value(expr)),
        }
    }
}
