//! Which function wants which array on the device, and which function gives it to all that want it.
//!
//! ```c
//! void step(float *p, …) { …kernel… }                    // wants `p` of its callers
//! int main(void) { for (…) { step(a); step(b); } }       // has `a` and `b`: gives them, around the loop
//! ```
//! A function keeps an array to itself where a kernel of its own uses it, or a loop or several statements
//! lead to kernels that do; what a single call leads to once is left to the function that it calls.
//! What one caller brings, all must bring.

use std::collections::{BTreeMap, HashMap, HashSet};

use analyze::{Facts, Input, KernelFacts, Place, caller_place};
use hir::{ExprId, ExprKind, FunctionId, StmtId, VarStorage};

use crate::makers::makes;
use crate::tree::{CallSite, Tree};

/// One statement of a function that leads to a use on the device.
#[derive(Clone, Debug)]
pub struct Use {
    /// A kernel, or a statement with a call.
    pub stmt: StmtId,
    /// The call, who is called, and what that calls the array.
    pub call: Option<(ExprId, FunctionId, Place)>,
}

/// What every function wants, in its own names.
#[derive(Default)]
pub struct Uses {
    by_function: HashMap<FunctionId, BTreeMap<Place, Vec<Use>>>,
    provided: HashSet<(FunctionId, Place)>,
    /// Callees before callers.
    order: Vec<FunctionId>,
}

impl Uses {
    /// Looks through the kernels and the calls that lead to them.
    pub fn new(input: &Input<'_>, facts: &[Facts], tree: &Tree<'_>) -> Uses {
        let mut uses = Uses::default();
        for kernel in facts.iter().flat_map(|facts| &facts.kernels) {
            for place in missing(kernel) {
                let found = Use { stmt: kernel.stmt, call: None };
                uses.entry(kernel.owner, place).push(found);
            }
        }
        uses.order = callees_first(tree);
        for function in uses.order.clone() {
            uses.pass_up(input, tree, function);
        }
        uses.share(tree);
        uses
    }

    /// The arrays of a function that it has to give room on the device, with what uses them.
    pub fn homes(&self) -> Vec<(FunctionId, &Place, &[Use])> {
        let mut homes = Vec::new();
        for function in self.order.iter().rev() {
            for (place, uses) in self.by_function.get(function).into_iter().flatten() {
                if !self.is_provided(*function, place) && self.keeps(*function, place) {
                    homes.push((*function, place, uses.as_slice()));
                }
            }
        }
        homes
    }

    /// What statements of a function use an array.
    pub fn of(&self, function: FunctionId, place: &Place) -> &[Use] {
        self.by_function.get(&function).and_then(|places| places.get(place)).map_or(&[], Vec::as_slice)
    }

    /// The kernels that a function leads to with an array: each with its function, and what that calls it.
    pub fn kernels(&self, function: FunctionId, place: &Place) -> Vec<(FunctionId, StmtId, Place)> {
        let mut found = Vec::new();
        let mut pending = vec![(function, place.clone())];
        let mut seen = HashSet::new();
        while let Some((function, place)) = pending.pop() {
            if !seen.insert((function, place.clone())) {
                continue;
            }
            for used in self.of(function, &place) {
                match &used.call {
                    None => found.push((function, used.stmt, place.clone())),
                    Some((_, callee, name)) => pending.push((*callee, name.clone())),
                }
            }
        }
        found
    }

    /// Do callers pass the array?
    pub fn is_brought(&self, function: FunctionId, place: &Place) -> bool {
        let leads_here = |used: &Use| {
            used.call.as_ref().is_some_and(|(_, callee, name)| (*callee, name) == (function, place))
        };
        self.by_function.values().flat_map(BTreeMap::values).flatten().any(leads_here)
    }

    /// A function gets the array from its callers, whatever else it would do.
    pub fn leave_to_callers(&mut self, tree: &Tree<'_>, function: FunctionId, place: Place) {
        self.provided.insert((function, place));
        self.share(tree);
    }

    fn entry(&mut self, function: FunctionId, place: Place) -> &mut Vec<Use> {
        self.by_function.entry(function).or_default().entry(place).or_default()
    }

    /// What a function wants is what its callers want, where all of them can name it.
    fn pass_up(&mut self, input: &Input<'_>, tree: &Tree<'_>, function: FunctionId) {
        let sites: Vec<&CallSite> = tree.calls().iter().filter(|site| site.callee == function).collect();
        let is_recursive = sites.iter().any(|site| leads_to(tree, function, site.caller));
        if sites.is_empty() || is_recursive || input.function_name(function) == "main" {
            return;
        }
        let places: Vec<Place> =
            self.by_function.get(&function).map_or(Vec::new(), |p| p.keys().cloned().collect());
        let is_passed =
            |place: &Place| comes_from_outside(input, place) && !makes(input, tree, function, place);
        for place in places.into_iter().filter(is_passed) {
            let named: Option<Vec<Place>> = sites.iter().map(|site| named_by(input, site, &place)).collect();
            for (site, name) in sites.iter().zip(named.into_iter().flatten()) {
                let call = Some((site.call, function, place.clone()));
                self.entry(site.caller, name).push(Use { stmt: site.stmt, call });
            }
        }
    }

    fn is_provided(&self, function: FunctionId, place: &Place) -> bool {
        self.provided.contains(&(function, place.clone()))
    }

    /// Is it this function, rather than one that it calls, which gives the array room?
    fn keeps(&self, function: FunctionId, place: &Place) -> bool {
        let uses = self.of(function, place);
        let is_wanted = |used: &Use| match &used.call {
            Some((_, callee, name)) => self.is_provided(*callee, name),
            None => true,
        };
        uses.iter().any(is_wanted)
    }

    /// Decides, callers first, until all agree.
    fn share(&mut self, tree: &Tree<'_>) {
        loop {
            let before = self.provided.len();
            for function in self.order.clone().iter().rev() {
                let places: Vec<Place> = self
                    .by_function
                    .get(function)
                    .map_or(Vec::new(), |places| places.keys().cloned().collect());
                for place in places {
                    let uses = self.of(*function, &place).to_vec();
                    let is_repeated = uses.len() > 1
                        || uses.iter().any(|used| tree.loops_around(used.stmt).next().is_some());
                    if is_repeated || self.is_provided(*function, &place) || self.keeps(*function, &place) {
                        let calls = uses.into_iter().filter_map(|used| used.call);
                        self.provided.extend(calls.map(|(_, callee, name)| (callee, name)));
                    }
                }
            }
            if self.provided.len() == before {
                return;
            }
        }
    }
}

/// The arrays of a kernel that have no device copy.
pub fn missing(kernel: &KernelFacts) -> Vec<Place> {
    let is_own = |place: &Place| {
        kernel.locals.contains(&place.var)
            || kernel.callees.contains(&place.var)
            || place.path.is_empty() && kernel.tables.contains(&place.var)
    };
    let without = kernel.arrays.iter().filter(|used| used.copy.is_none() && !is_own(&used.place));
    without.map(|used| used.place.clone()).collect()
}

/// What the caller of a site calls a place of the callee.
pub fn named_by(input: &Input<'_>, site: &CallSite, place: &Place) -> Option<Place> {
    let ExprKind::Call { args, .. } = &input.program.exprs[site.call].kind else { return None };
    let unit = input.program.unit_of(site.caller)?;
    caller_place(input, unit, site.callee, args, place).map(|(place, _)| place)
}

fn comes_from_outside(input: &Input<'_>, place: &Place) -> bool {
    !matches!(input.program.vars[place.var].storage, VarStorage::Local | VarStorage::StaticLocal)
}

/// Functions with those they call before them.
fn callees_first(tree: &Tree<'_>) -> Vec<FunctionId> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    let roots = tree.calls().iter().flat_map(|site| [site.caller, site.callee]);
    let mut stack: Vec<(FunctionId, bool)> = roots.chain(tree.functions()).map(|f| (f, false)).collect();
    while let Some((function, is_done)) = stack.pop() {
        if is_done {
            order.push(function);
        } else if seen.insert(function) {
            stack.push((function, true));
            let callees = tree.calls().iter().filter(|site| site.caller == function);
            stack.extend(callees.map(|site| (site.callee, false)));
        }
    }
    order
}

/// Does a chain of calls lead from one function to another?
fn leads_to(tree: &Tree<'_>, from: FunctionId, to: FunctionId) -> bool {
    let mut pending = vec![from];
    let mut seen = HashSet::new();
    while let Some(function) = pending.pop() {
        if function == to {
            return true;
        }
        if seen.insert(function) {
            pending.extend(tree.calls().iter().filter(|s| s.caller == function).map(|s| s.callee));
        }
    }
    false
}
