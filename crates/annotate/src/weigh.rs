//! Which kernels are worth it: kernels share what they bring to the device, and what the host touches between
//! them goes back and forth.
//!
//! ```c
//! for (t = 0; t < steps; t++) {
//!     for (j …) edge[j] = source[t];        // too small for a kernel of its own, but `edge` lives on the device
//!     for (i …) for (j …) … edge …          // because of this one: fetching it each time would cost more
//! }
//! ```

use std::collections::{BTreeMap, HashMap};

use analyze::array_shape::ArrayShape;
use analyze::{Input, Place};
use hir::{ExprKind, Program, VarId};

use crate::cost::{PLANES_MARGIN, Residence, round_trip};
use crate::plan::{Choice, Nest, Plan};
use crate::survey::Survey;

/// Decisions follow from each other at most so often.
const ROUNDS: usize = 3;

impl Survey<'_, '_> {
    /// Predicts every kernel. Twice: with kernels that pay for themselves first, and others that use what these
    /// bring; and with all of them first, of which those go that do not pay even so. The faster one is taken.
    pub(crate) fn weigh(&mut self, plan: &mut Plan) {
        let names = same_arrays(&self.findings.trials.input());
        let mut all = plan.clone();
        self.on_device.clear();
        self.rounds(plan, &names);
        // All arrays of all kernels, on the device from the start.
        let mut on_device = BTreeMap::new();
        all.nests.iter().for_each(|nest| self.brought(nest, &names, &mut on_device));
        self.on_device = on_device;
        self.rounds(&mut all, &names);
        if all.nests.iter().map(predicted).sum::<f64>() < plan.nests.iter().map(predicted).sum::<f64>() {
            *plan = all;
        }
    }

    fn rounds(&mut self, plan: &mut Plan, names: &HashMap<VarId, VarId>) {
        for _ in 0..ROUNDS {
            let mut paying = BTreeMap::new();
            for nest in &mut plan.nests {
                let mut together = BTreeMap::new();
                self.brought(nest, names, &mut together);
                self.weigh_nest(nest, names, &together, &BTreeMap::new(), &mut paying);
            }
            self.on_device = paying;
        }
    }

    /// The arrays of the kernels of a nest.
    fn brought(&self, nest: &Nest, names: &HashMap<VarId, VarId>, found: &mut BTreeMap<VarId, Vec<String>>) {
        match nest.choice() {
            Choice::Kernel(kernel) => {
                let arrays =
                    self.works.get(&kernel.name).into_iter().flat_map(|(work, ..)| work.arrays.keys());
                for var in arrays.map(|place| first_name(names, place.var)) {
                    found.entry(var).or_default().push(kernel.name.clone());
                }
            }
            Choice::Inside(nests) => nests.iter().for_each(|nest| self.brought(nest, names, found)),
            Choice::Host => {}
        }
    }

    /// `together`: the arrays of all kernels in the outermost loop around. `fetched`: arrays that the host touches in
    /// the loops around, each time; does it touch more than an element?
    fn weigh_nest(
        &self,
        nest: &mut Nest,
        names: &HashMap<VarId, VarId>,
        together: &BTreeMap<VarId, Vec<String>>,
        fetched: &BTreeMap<VarId, bool>,
        paying: &mut BTreeMap<VarId, Vec<String>>,
    ) {
        let program = &*self.findings.trials.program;
        let named = |var: &VarId| first_name(names, *var);
        let root = |place: &Place| named(&place.var);
        let itself = nest.touched.itself.clone();
        for (at, choice) in nest.choices.iter_mut().enumerate() {
            match choice {
                Choice::Kernel(kernel) => {
                    let Some((work, threads, launches)) = self.works.get(&kernel.name) else { continue };
                    let others = |place: &Place| {
                        let all = self.on_device.get(&root(place)).map_or(&[][..], Vec::as_slice);
                        match all.iter().position(|other| *other != kernel.name) {
                            None => Residence::Nowhere,
                            // The first that uses an array brings it.
                            Some(0) => Residence::Brought,
                            Some(_) => Residence::Shared,
                        }
                    };
                    kernel.prediction = work.predict(*threads, *launches, &others);
                    let away = work.arrays.iter().filter(|(place, _)| others(place) != Residence::Nowhere);
                    let to_host = away.map(|(place, bytes)| {
                        let each_time = round_trip(*bytes) * launches;
                        let is_wanted_between = together
                            .get(&root(place))
                            .is_some_and(|kernels| kernels.iter().any(|other| *other != kernel.name));
                        match is_wanted_between {
                            true => each_time,
                            // It can stay with the host until the loops around have ended.
                            false => {
                                let whole = declared_bytes(program, place).unwrap_or(bytes * launches);
                                each_time.min(round_trip(whole))
                            }
                        }
                    });
                    kernel.prediction.fetched = to_host.sum();
                    let bytes = |place: &Place| match fetched.get(&root(place))? {
                        true => Some(declared_bytes(program, place).unwrap_or(work.arrays[place])),
                        false => Some(0.0),
                    };
                    let fetched = work.arrays.keys().filter_map(bytes).map(round_trip);
                    kernel.prediction.transfers += fetched.sum::<f64>() * launches;
                    let margin = if work.planes > 1.0 { PLANES_MARGIN } else { 1.0 };
                    kernel.is_too_small = !kernel.prediction.pays_by(margin) && !self.settings.force;
                    if at == nest.taken && !kernel.is_too_small {
                        for array in work.arrays.keys().map(root) {
                            paying.entry(array).or_default().push(kernel.name.clone());
                        }
                    }
                }
                Choice::Inside(nests) => {
                    let mut around = fetched.clone();
                    for var in &itself {
                        around.entry(named(var)).or_insert(false);
                    }
                    for at in 0..nests.len() {
                        // What other loops that stay on the host touch between two runs of this one.
                        let others = nests.iter().enumerate();
                        let others = others.filter(|(other, nest)| *other != at && nest.is_on_host());
                        let touched = others.flat_map(|(_, nest)| nest.touched.all.iter().map(named));
                        let mut here = around.clone();
                        here.extend(touched.map(|var| (var, true)));
                        self.weigh_nest(&mut nests[at], names, together, &here, paying);
                    }
                }
                Choice::Host => {}
            }
        }
    }
}

/// What a nest takes, in milliseconds, as far as it can be shared out.
fn predicted(nest: &Nest) -> f64 {
    match nest.choice() {
        Choice::Kernel(kernel) if kernel.is_too_small => {
            kernel.prediction.processor + kernel.prediction.fetched
        }
        Choice::Kernel(kernel) => kernel.prediction.kernel + kernel.prediction.transfers,
        Choice::Inside(nests) => nests.iter().map(predicted).sum(),
        Choice::Host => 0.0,
    }
}

/// The size of an array with constant dimensions.
fn declared_bytes(program: &Program, place: &Place) -> Option<f64> {
    let shape = ArrayShape::declared(program, place)?;
    let count: f64 = shape.lengths().map(|length| Some(length? as f64)).product::<Option<f64>>()?;
    Some(count * program.size_of(shape.element)? as f64)
}

/// The first name of an array.
fn first_name(names: &HashMap<VarId, VarId>, var: VarId) -> VarId {
    names.get(&var).copied().unwrap_or(var)
}

/// Parameters and what is passed for them, as one array: the first of each group.
fn same_arrays(input: &Input<'_>) -> HashMap<VarId, VarId> {
    let program = input.program;
    let mut groups: HashMap<VarId, VarId> = HashMap::new();
    let root = |groups: &HashMap<VarId, VarId>, mut var: VarId| {
        while let Some(next) = groups.get(&var).copied().filter(|next| *next != var) {
            var = next;
        }
        var
    };
    for (_, function) in program.functions.iter() {
        let Some(body) = function.body else { continue };
        for expr in program.exprs_below(body) {
            let ExprKind::Call { callee, args } = &program.exprs[expr].kind else { continue };
            let Some(named) = program.called_function(*callee) else { continue };
            let params = &program.functions[input.definition(named)].params;
            for (param, arg) in params.iter().zip(args) {
                if let Some(place) = Place::of(program, *arg) {
                    let (a, b) = (root(&groups, *param), root(&groups, place.var));
                    groups.insert(a, b);
                }
            }
        }
    }
    let vars: Vec<VarId> = groups.keys().copied().collect();
    vars.into_iter().map(|var| (var, root(&groups, var))).collect()
}
