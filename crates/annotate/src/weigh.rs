//! Which kernels are worth it: kernels share what they bring to the device, and what the host touches between
//! them goes back and forth.
//!
//! ```c
//! for (t = 0; t < steps; t++) {
//!     for (j …) edge[j] = source[t];        // too small for a kernel of its own, but `edge` lives on the device
//!     for (i …) for (j …) … edge …          // because of this one: fetching it each time would cost more
//! }
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use analyze::array_shape::ArrayShape;
use analyze::{Input, Place};
use hir::{ExprKind, FunctionId, Program, VarId};

use crate::calls::{OnHost, Touch, add, merge};
use crate::cost::{Residence, STEPS_MARGIN, moved};
use crate::plan::{Choice, Kernel, Nest, Plan};
use crate::survey::Survey;

/// A function that is called more often is one of many small steps: its callers hold the arrays in turns, and copies are
/// made around each kernel of it.
const FEW_CALLS: f64 = 32.0;

/// Decisions follow from each other at most so often.
const ROUNDS: usize = 3;

impl Survey<'_, '_> {
    /// Predicts every kernel. Twice: with kernels that pay for themselves first, and others that use what these
    /// bring; and with all of them first, of which those go that do not pay even so. The faster one is taken.
    /// Kernels that pay only because others keep their arrays on the device go if all of these together are
    /// slower than the host alone.
    pub(crate) fn weigh(&mut self, plan: &mut Plan) {
        let names = same_arrays(&self.findings.trials.input());
        let fresh = plan.clone();
        self.kept_on_host.clear();
        self.marked = fresh.nests.iter().flat_map(Nest::marked).collect();
        *plan = self.faster(&fresh, &names);
        if self.settings.force {
            return;
        }
        let groups = self.losing_groups(plan, &names);
        let dependent = groups.iter().flatten().filter(|(_, pays_alone)| !pays_alone);
        let dependent: HashSet<String> = dependent.map(|(name, _)| name.clone()).collect();
        let all: HashSet<String> = groups.iter().flatten().map(|(name, _)| name.clone()).collect();
        for kept_on_host in [dependent, all].into_iter().filter(|kernels| !kernels.is_empty()) {
            self.kept_on_host = kept_on_host;
            let other = self.faster(&fresh, &names);
            if total(&other) < total(plan) {
                *plan = other;
            }
        }
    }

    /// The faster of two plans: from kernels that pay for themselves upwards, and from all of them downwards.
    fn faster(&mut self, fresh: &Plan, names: &HashMap<VarId, VarId>) -> Plan {
        let mut plan = fresh.clone();
        self.on_device.clear();
        self.rounds(&mut plan, names);
        let mut all = fresh.clone();
        // All arrays of all kernels, on the device from the start.
        let mut on_device = BTreeMap::new();
        all.nests.iter().for_each(|nest| self.brought(nest, names, &mut on_device));
        self.on_device = on_device;
        self.rounds(&mut all, names);
        if total(&all) < total(&plan) { all } else { plan }
    }

    /// Kernels that share arrays, directly or through others, where the host alone would be faster; each with
    /// whether it pays whatever the others do.
    fn losing_groups(&self, plan: &Plan, names: &HashMap<VarId, VarId>) -> Vec<Vec<(String, bool)>> {
        let mut groups: Vec<(BTreeSet<VarId>, Vec<&Kernel>)> = Vec::new();
        for kernel in plan.kernels() {
            let Some((work, ..)) = self.works.get(&kernel.name) else { continue };
            let mut arrays: BTreeSet<VarId> =
                work.arrays.keys().map(|place| first_name(names, place.var)).collect();
            let mut members = vec![kernel];
            groups.retain_mut(|(others, kernels)| {
                let is_shared = !others.is_disjoint(&arrays);
                if is_shared {
                    arrays.append(others);
                    members.append(kernels);
                }
                !is_shared
            });
            groups.push((arrays, members));
        }
        let on_device = |kernel: &&Kernel| kernel.prediction.kernel + kernel.prediction.transfers;
        let loses = |kernels: &[&Kernel]| {
            let on_host: f64 = kernels.iter().map(|kernel| kernel.prediction.processor).sum();
            kernels.iter().map(on_device).sum::<f64>() >= on_host
        };
        let alone = |kernel: &&Kernel| (kernel.name.clone(), on_device(kernel) < kernel.prediction.processor);
        let losing = groups.iter().filter(|(_, kernels)| loses(kernels));
        losing.map(|(_, kernels)| kernels.iter().map(alone).collect()).collect()
    }

    fn rounds(&mut self, plan: &mut Plan, names: &HashMap<VarId, VarId>) {
        let places: HashMap<FunctionId, usize> = self.calls.order.iter().copied().zip(0..).collect();
        for _ in 0..ROUNDS {
            let mut round = Round { on_host: self.on_host(plan, names), ..Round::default() };
            // Callers first: what they do around a call is known when its function is looked at.
            let mut order: Vec<usize> = (0..plan.nests.len()).collect();
            order.sort_by_key(|at| places.get(&plan.nests[*at].in_function));
            let mut entered = 0;
            for at in order {
                let function = plan.nests[at].in_function;
                // What is called again and again is a loop, too.
                let is_repeated = self.calls.runs(function) > 1.0;
                let mut together = BTreeMap::new();
                for (other, nest) in plan.nests.iter().enumerate() {
                    if other == at || is_repeated && nest.in_function == function {
                        self.brought(nest, names, &mut together);
                    }
                }
                let nest = &mut plan.nests[at];
                let place = places.get(&nest.in_function).copied().unwrap_or(0);
                self.pass_on(&mut round, entered..=place);
                entered = entered.max(place + 1);
                let between_calls = round.around.get(&nest.in_function).cloned().unwrap_or_default();
                let around = Around {
                    calls: self.calls.runs(nest.in_function),
                    between_calls,
                    in_loops: OnHost::new(),
                };
                self.weigh_nest(nest, names, (&together, &HashSet::new()), &around, &mut round);
            }
            self.on_device = round.paying;
        }
    }

    /// What is done around functions is done around what they call outside their loops.
    fn pass_on(&self, round: &mut Round, places: std::ops::RangeInclusive<usize>) {
        for function in self.calls.order.get(places).into_iter().flatten() {
            let Some(around) = round.around.get(function).cloned() else { continue };
            for callee in self.calls.outside_loops(*function) {
                merge(round.around.entry(callee).or_default(), Some(&around));
            }
        }
    }

    /// What the host touches while each function runs, by what stays there now.
    fn on_host(&self, plan: &Plan, names: &HashMap<VarId, VarId>) -> HashMap<FunctionId, OnHost> {
        fn collect(nest: &Nest, names: &HashMap<VarId, VarId>, found: &mut OnHost) {
            let (touched, whole) = match nest.choice() {
                Choice::Inside(nests) if !nest.is_on_host() => {
                    nests.iter().for_each(|nest| collect(nest, names, found));
                    (&nest.touched.itself, false)
                }
                Choice::Kernel(kernel) if !kernel.is_too_small => return,
                _ => (&nest.touched.all, true),
            };
            for (var, writes) in touched {
                add(found, first_name(names, *var), Touch { more: whole, writes: *writes });
            }
        }
        let mut in_loops: HashMap<FunctionId, OnHost> = HashMap::new();
        for nest in &plan.nests {
            collect(nest, names, in_loops.entry(nest.in_function).or_default());
        }
        self.calls.on_host(in_loops, |var| first_name(names, var))
    }

    /// What the host touches between two calls of a function in a loop: what stands around, what the loops inside
    /// and the functions leave to it.
    fn around_calls(&self, nest: &Nest, names: &HashMap<VarId, VarId>, around: &OnHost, round: &mut Round) {
        if nest.touched.calls.is_empty() {
            return;
        }
        let mut here = around.clone();
        for inner in nest.inside().into_iter().flatten().filter(|inner| inner.is_on_host()) {
            for (var, writes) in &inner.touched.all {
                add(&mut here, first_name(names, *var), Touch { more: true, writes: *writes });
            }
        }
        // What a function itself leaves to the host happens between two runs of its kernels, too.
        for called in &nest.touched.calls {
            merge(&mut here, round.on_host.get(called));
        }
        for called in &nest.touched.calls {
            merge(round.around.entry(*called).or_default(), Some(&here));
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

    /// `together`: the arrays of all kernels in the outermost loop around, or in a function that is called often; `instead`: kernels that may be around this nest
    /// instead of those in it. `outside`: arrays that the host touches around it.
    fn weigh_nest(
        &self,
        nest: &mut Nest,
        names: &HashMap<VarId, VarId>,
        (together, instead): (&BTreeMap<VarId, Vec<String>>, &HashSet<String>),
        outside: &Around,
        round: &mut Round,
    ) {
        let program = &*self.findings.trials.program;
        let named = |var: &VarId| first_name(names, *var);
        let root = |place: &Place| named(&place.var);
        let mut around = outside.clone();
        for (var, writes) in &nest.touched.itself {
            add(&mut around.in_loops, named(var), Touch { more: false, writes: *writes });
        }
        if !matches!(nest.choice(), Choice::Kernel(kernel) if !kernel.is_too_small) {
            let mut all = around.in_loops.clone();
            merge(&mut all, Some(&around.between_calls));
            self.around_calls(nest, names, &all, round);
        }
        for callee in &nest.touched.calls {
            merge(&mut around.in_loops, round.on_host.get(callee));
        }
        // One of them is taken: it is no other kernel for the rest, nor for the nests inside.
        let kernels = nest.choices.iter().filter_map(Choice::kernel_name);
        let own: HashSet<String> = kernels.chain(instead.iter().cloned()).collect();
        let is_kernel = matches!(nest.choice(), Choice::Kernel(_));
        for (at, choice) in nest.choices.iter_mut().enumerate() {
            match choice {
                Choice::Kernel(kernel) => {
                    let Some((work, threads, launches)) = self.works.get(&kernel.name) else { continue };
                    let others = |place: &Place| {
                        let all = self.on_device.get(&root(place)).map_or(&[][..], Vec::as_slice);
                        let is_marked = |other| self.marked.contains(other) && !own.contains(other);
                        match all.iter().position(|other| !own.contains(other)) {
                            None => Residence::Nowhere,
                            _ if all.iter().any(is_marked) => Residence::Brought,
                            // The first that uses an array brings it.
                            Some(0) => Residence::Brought,
                            Some(_) => Residence::Shared,
                        }
                    };
                    kernel.prediction = work.predict(self.gpu(), *threads, *launches, &others);
                    let away = work.arrays.iter().filter(|(place, _)| others(place) != Residence::Nowhere);
                    let to_host = away.map(|(place, bytes)| {
                        // What nobody else writes is on the host, too.
                        let others = self.on_device.get(&root(place)).into_iter().flatten();
                        let fetch = others.filter(|other| !own.contains(*other)).any(|other| {
                            let work = self.works.get(other).map(|(work, ..)| work);
                            work.is_none_or(|work| work.written.iter().any(|w| root(w) == root(place)))
                        });
                        let bring = work.written.contains(place);
                        let each_time = moved(*bytes, bring, fetch) * launches;
                        let is_wanted_between = together
                            .get(&root(place))
                            .is_some_and(|kernels| kernels.iter().any(|other| !own.contains(other)));
                        match is_wanted_between {
                            true => each_time,
                            // It can stay with the host until the loops around have ended.
                            false => {
                                let whole = declared_bytes(program, place).unwrap_or(bytes * launches);
                                each_time.min(moved(whole, bring, fetch))
                            }
                        }
                    });
                    kernel.prediction.fetched = to_host.sum();
                    let fetched = |place: &Place| {
                        let (touch, times) = outside.touches(root(place), *launches)?;
                        let bytes = match touch.more {
                            true => declared_bytes(program, place).unwrap_or(work.arrays[place]),
                            false => 0.0,
                        };
                        Some(moved(bytes, touch.writes, work.written.contains(place)) * times)
                    };
                    kernel.prediction.transfers += work.arrays.keys().filter_map(fetched).sum::<f64>();
                    let input = self.findings.trials.input();
                    let moves = work.arrays.iter().map(|(place, bytes)| {
                        let bytes = declared_bytes(program, place).unwrap_or(*bytes);
                        let each_time = moved(bytes, true, work.written.contains(place)) * launches;
                        (place.display(program, input.sources), each_time)
                    });
                    kernel.moves = moves.collect();
                    let margin = if work.is_in_steps() { STEPS_MARGIN } else { 1.0 };
                    let stays = self.kept_on_host.contains(&kernel.name);
                    let is_kept = self.settings.force || self.marked.contains(&kernel.name);
                    kernel.is_too_small = (stays || !kernel.prediction.pays_by(margin)) && !is_kept;
                    if at == nest.taken && !kernel.is_too_small {
                        for array in work.arrays.keys().map(root) {
                            round.paying.entry(array).or_default().push(kernel.name.clone());
                        }
                    }
                }
                Choice::Inside(nests) => {
                    // Without the kernel around them, those inside would be there together.
                    let inside = is_kernel.then(|| {
                        let mut inside = BTreeMap::new();
                        nests.iter().for_each(|nest| self.brought(nest, names, &mut inside));
                        inside
                    });
                    for at in 0..nests.len() {
                        // What other loops that stay on the host touch between two runs of this one.
                        let others = nests.iter().enumerate();
                        let others = others.filter(|(other, nest)| *other != at && nest.is_on_host());
                        let mut here = around.clone();
                        for (var, writes) in others.flat_map(|(_, nest)| &nest.touched.all) {
                            add(&mut here.in_loops, named(var), Touch { more: true, writes: *writes });
                        }
                        let together = inside.as_ref().unwrap_or(together);
                        self.weigh_nest(&mut nests[at], names, (together, &own), &here, round);
                    }
                }
                Choice::Host => {}
            }
        }
    }
}

fn total(plan: &Plan) -> f64 {
    plan.nests.iter().map(predicted).sum()
}

/// What the host touches around a nest.
#[derive(Clone)]
struct Around {
    /// In the loops around it, each time.
    in_loops: OnHost,
    /// Between two calls of the function.
    between_calls: OnHost,
    /// How often that is called.
    calls: f64,
}

impl Around {
    /// What does the host do with an array between two launches, of so many, and how often?
    fn touches(&self, array: VarId, launches: f64) -> Option<(Touch, f64)> {
        let each_time = self.in_loops.get(&array).map(|touch| (*touch, launches));
        let times = if self.calls > FEW_CALLS { launches } else { self.calls.min(launches) };
        each_time.or_else(|| Some((*self.between_calls.get(&array)?, times)))
    }
}

/// What one round of decisions knows.
#[derive(Default)]
struct Round {
    /// What the host touches while each function runs.
    on_host: HashMap<FunctionId, OnHost>,
    /// What it touches between two runs of each function.
    around: HashMap<FunctionId, OnHost>,
    /// The arrays of kernels that pay.
    paying: BTreeMap<VarId, Vec<String>>,
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
