//! Functions that call themselves, directly or through others.
//!
//! ```c
//! void fill(float *p, int n) { if (n > 16) { fill(p, n / 2); fill(p + n / 2, n - n / 2); return; } …kernel… }
//! ```
//! A call of a function that is being followed stands for all further calls of it, however deep: it is followed like a
//! loop, until nothing new is learned, with what any of these calls may come with. A call of it inside ends there: it adds
//! what it comes with, and leaves what the function is known to leave so far. Each call has its own variables: those of
//! the callers are what they were when it returns, unless somebody has their address.

use affine::LinearExpr;
use hir::{ExprId, FunctionId, VarStorage};

use super::Law;
use super::state::{Object, State, Zeros, meet};
use super::value::{Loc, LocKind, Site, Target, Value, joined};

/// A recursion is followed so often at most.
const MOST_ROUNDS: usize = 6;

/// A function that is followed for all its further calls.
pub(super) struct Recursion {
    function: FunctionId,
    /// How many functions were being followed when it began.
    base: usize,
    /// What the further calls come with.
    arrivals: Vec<(Vec<Value>, State)>,
    known: Known,
}

/// What is known of all further calls.
#[derive(Clone, PartialEq)]
struct Known {
    /// What they come with.
    values: Vec<Value>,
    entry: Option<State>,
    /// What they leave, and return.
    exit: Option<State>,
    result: Option<Value>,
}

impl Law<'_, '_> {
    /// Is a function being followed, since the last one began that is followed for all its calls?
    pub(super) fn is_inside(&self, function: FunctionId) -> bool {
        let base = self.recursions.last().map_or(0, |recursion| recursion.base);
        self.stack[base..].contains(&function)
    }

    /// One of the calls that a function is being followed for; `None` if it is not.
    pub(super) fn further_call(&mut self, function: FunctionId, values: &[Value]) -> Option<Value> {
        let at = self.recursions.iter().position(|recursion| recursion.function == function)?;
        let before = self.now.take();
        let recursion = &mut self.recursions[at];
        recursion.arrivals.extend(before.clone().map(|before| (values.to_vec(), before)));
        let Known { exit, result, .. } = recursion.known.clone();
        self.now = exit;
        self.callers_go_on(before);
        Some(result.unwrap_or(Value::Unknown))
    }

    /// All calls of a function that a call of it from itself leads to.
    pub(super) fn all_calls(&mut self, call: ExprId, function: FunctionId, values: &[Value]) -> Value {
        let before = self.now.clone();
        // Each call has arrays of its own by these names.
        let own_arrays: Vec<Loc> = self.variables_of_callers(before.as_ref());
        self.several.extend(own_arrays);
        let (captured, touched) = (self.captured.clone(), self.nest.as_ref().map_or(0, |nest| nest.count()));
        let mut known = Known { values: values.to_vec(), entry: before.clone(), exit: None, result: None };
        let mut is_settled = false;
        for round in 0.. {
            let notes = std::mem::take(&mut self.notes);
            let lasting = self.lasting();
            self.silent += u32::from(!is_settled);
            let next = self.one_round(call, function, known.clone());
            self.silent -= u32::from(!is_settled);
            let noted = std::mem::replace(&mut self.notes, notes);
            if is_settled {
                self.notes.add(noted);
                break;
            }
            is_settled = next == known && self.lasting() == lasting;
            known = next;
            if round >= MOST_ROUNDS && !is_settled {
                // It does not settle: nothing is known of any of them.
                known.values.fill(Value::Unknown);
                for state in [&mut known.entry, &mut known.exit] {
                    self.now = state.take();
                    self.forget_everything();
                    *state = self.now.take();
                }
                is_settled = true;
            }
            if let Some(nest) = &mut self.nest {
                nest.forget_from(touched);
            }
        }
        self.captured = captured;
        self.now = known.exit;
        self.callers_go_on(before);
        known.result.unwrap_or(Value::Unknown)
    }

    /// Follows the function once, for all further calls that are known, and adds what comes to be known.
    fn one_round(&mut self, call: ExprId, function: FunctionId, mut known: Known) -> Known {
        // No statement has this number.
        let here = self.input.program.stmts.len() + call.index();
        let base = self.stack.len();
        self.recursions.push(Recursion { function, base, arrivals: Vec::new(), known: known.clone() });
        self.now = known.entry.clone();
        let result = self.follow(call, function, &known.values);
        let arrivals = self.recursions.pop().map_or_else(Vec::new, |recursion| recursion.arrivals);
        let symbols = self.names.symbols_of_call(call, here);
        for (values, mut state) in arrivals {
            self.retire_in(&mut state, &symbols);
            known.entry = meet(known.entry, Some(state), here, &mut self.names);
            let params = &self.input.program.functions[function].params;
            for ((own, value), param) in known.values.iter_mut().zip(&values).zip(params) {
                let param = self.names.loc(LocKind::Var(*param));
                *own = either(own, value, || self.names.symbol(Site::Met(here, param)));
            }
        }
        if let Some(mut state) = self.now.take() {
            self.retire_in(&mut state, &symbols);
            known.exit = meet(known.exit, Some(state), here, &mut self.names);
            let before = known.result.take().unwrap_or_else(|| result.clone());
            let names = &mut self.names;
            known.result = Some(of_any_call(joined(&before, &result, || names.fresh())));
        }
        known
    }

    /// A call returned: the callers have their own variables again, and numbers are those of one call only.
    fn callers_go_on(&mut self, before: Option<State>) {
        let (Some(before), Some(mut now)) = (before, self.now.take()) else { return };
        let own = self.variables_of_callers(Some(&before));
        let arrays: Vec<Loc> = now.objects.locs().filter(|loc| own.contains(loc)).collect();
        let cells: Vec<Loc> = now.cells().chain(before.cells()).map(|(loc, _)| loc).collect();
        let mut lost = Vec::new();
        for loc in cells {
            let value = now.value(loc).cloned();
            if before.value(loc) == value.as_ref() {
                continue;
            }
            if !self.is_of_callers(loc) {
                match value.map(of_any_call) {
                    Some(Value::Unknown) => lost.push(loc),
                    Some(value) => now.put(loc, value),
                    None => {}
                }
            } else if self.is_exposed(loc) {
                lost.push(loc);
            } else {
                match before.value(loc) {
                    Some(value) => now.put(loc, value.clone()),
                    None => now.unset(loc),
                }
            }
        }
        for loc in own {
            let Some(was) = before.objects.get(loc) else { continue };
            let is_met = arrays.contains(&loc) || was.place.is_some();
            let mut object = now.objects.get(loc).map_or_else(|| (**was).clone(), |now| was.join(now));
            if is_met && object.place.is_some() {
                object.forget();
            }
            now.set(loc, object);
        }
        self.now = Some(now);
        lost.into_iter().for_each(|loc| self.forget_cell(loc));
    }

    /// Is it a variable of a function that is being followed, or a part of one?
    fn is_of_callers(&self, loc: Loc) -> bool {
        match self.names.kind(self.outermost(loc)) {
            LocKind::Var(var) => {
                let var = &self.input.program.vars[*var];
                matches!(var.storage, VarStorage::Local | VarStorage::Param)
                    && var.owner.is_some_and(|owner| self.stack.contains(&owner))
            }
            LocKind::Others(array) => self.is_of_callers(*array),
            _ => false,
        }
    }

    /// The objects among them.
    fn variables_of_callers(&self, state: Option<&State>) -> Vec<Loc> {
        let objects = state.iter().flat_map(|state| state.objects.locs());
        objects.filter(|loc| self.is_of_callers(*loc)).collect()
    }

    /// A variable of a function comes into being. Other calls of that function may have one of this name.
    pub(super) fn new_object(&self, loc: Loc, zeros: Zeros) -> Object {
        let object = Object::new(zeros, self.follows_zeros);
        match self.now.as_ref().and_then(|now| now.objects.get(loc)) {
            Some(other) if self.several.contains(&loc) && other.place.is_some() => object.join(other),
            _ => object,
        }
    }
}

/// What a parameter gets in one call or in another; `phi` is a number that may be another one in each call.
fn either(a: &Value, b: &Value, phi: impl FnOnce() -> LinearExpr) -> Value {
    let ([Value::Pointer(x), Value::Pointer(y)], true) = ([a, b], a != b) else { return joined(a, b, phi) };
    match (x.as_slice(), y.as_slice()) {
        // Somewhere in the same array.
        ([x], [y]) if (x.loc, &x.part, x.unit) == (y.loc, &y.part, y.unit) => {
            let (Some([_]), Some([_])) = (x.at.as_deref(), y.at.as_deref()) else { return joined(a, b, phi) };
            Value::Pointer(vec![Target { at: Some(vec![phi()]), ..x.clone() }])
        }
        _ => joined(a, b, phi),
    }
}

/// What is true of a value, whichever call it is from.
fn of_any_call(value: Value) -> Value {
    match value {
        Value::Int(number) if number.as_constant().is_none() => Value::Unknown,
        Value::Pointer(targets) => {
            let is_constant = |at: &Vec<LinearExpr>| at.iter().all(|at| at.as_constant().is_some());
            let anywhere = |target: Target| match target.at.as_ref().is_some_and(is_constant) {
                true => target,
                false => Target { at: None, part: None, unit: None, ..target },
            };
            Value::Pointer(targets.into_iter().map(anywhere).collect())
        }
        value => value,
    }
}
