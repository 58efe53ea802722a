//! Names in the host text for what a target adds.

use std::collections::{HashMap, HashSet};

use hir::VarId;
use kir::DeviceArrayId;
use source::Sources;

/// The host's names of device arrays and captured values.
pub(crate) struct HostNames {
    arrays: HashMap<DeviceArrayId, String>,
    /// The device memory of each scalar that a grid reduces.
    reduced: HashMap<VarId, String>,
    pub(crate) captured: HashMap<VarId, String>,
    /// Constants, as host and kernels call them.
    pub(crate) constants: HashMap<VarId, String>,
    constant_store: String,
    stream: String,
}

impl HostNames {
    /// `d_A` for the device copy of `A` and `c_A` for a constant, or `d_A2` and
    /// `c_A2` where these are taken.
    pub(crate) fn new(kir: &kir::Program, program: &hir::Program, sources: &Sources) -> HostNames {
        let mut taken = HashSet::new();
        let mut fresh = |wanted: String| {
            let mut name = wanted.clone();
            let mut counter = 1;
            while sources.symbols.lookup(name.as_bytes()).is_some() || !taken.insert(name.clone()) {
                counter += 1;
                name = format!("{wanted}{counter}");
            }
            name
        };
        let arrays = kir.arrays.iter().map(|(id, a)| (id, fresh(format!("d_{}", sources.text(a.name)))));
        let arrays = arrays.collect();
        let mut constants = HashMap::new();
        for (_, array) in kir.arrays.iter() {
            if let Some(var) = array.constant {
                let wanted = format!("c_{}", sources.text(array.name));
                constants.entry(var).or_insert_with(|| fresh(wanted));
            }
        }
        let constant_store = fresh(String::from("constant_memory"));
        let stream = fresh(String::from("stream"));
        let mut reduced = HashMap::new();
        for reduction in kir.kernels.iter().flat_map(|(_, kernel)| &kernel.reductions) {
            let name =
                program.vars[reduction.var].name.map_or_else(String::new, |n| sources.text(n).into_owned());
            reduced.entry(reduction.var).or_insert_with(|| fresh(format!("d_{name}")));
        }
        for reduction in kir.kernels.iter().flat_map(|(_, kernel)| &kernel.array_reductions) {
            let name = sources.text(kir.arrays[reduction.array].name);
            reduced.entry(reduction.device).or_insert_with(|| fresh(format!("d_{name}_of_blocks")));
        }
        let mut captured = HashMap::new();
        for action in kir.host.iter().flat_map(|u| &u.sites).flat_map(|s| &s.actions) {
            if let kir::HostAction::Capture { var, .. } = action {
                let wanted =
                    program.vars[*var].name.map_or_else(String::new, |n| sources.text(n).into_owned());
                captured.insert(*var, wanted);
            }
        }
        HostNames { arrays, reduced, captured, constants, constant_store, stream }
    }

    /// The memory that constants share.
    pub(crate) fn constant_store(&self) -> &str {
        &self.constant_store
    }

    /// The stream of a round of a loop.
    pub(crate) fn stream(&self) -> &str {
        &self.stream
    }

    pub(crate) fn reduced(&self, var: VarId) -> &str {
        self.reduced.get(&var).map_or("", String::as_str)
    }

    pub(crate) fn array(&self, id: DeviceArrayId) -> &str {
        self.arrays.get(&id).map_or("", String::as_str)
    }
}
