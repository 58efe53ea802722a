//! Functions as the device can have them.
//!
//! Some habits of C do not work on the device as they stand, although what the
//! function computes does. A kernel that calls such a function calls a copy of it
//! instead, made once for the program:
//!
//! ```c
//! static float *scratch…          // written by each call first: a variable of the call  (scratch)
//! float row[n][m]                 // a pointer to elements, with computed subscripts     (flat_rows)
//! sd->x[i] with `struct sim *sd`  // a parameter `sd_x` for the member that is used      (members)
//! float t[w]                      // as long as this call makes it                       (lengths)
//! memcpy(row, &a[i], size)        // a loop over elements                                (block_copies)
//! ```
//! The copy is called `name_in_kernel`; on the host the function stays what it is.
//!
//! Invariant: a call of the copy does what the call of the function did. Where that
//! cannot be had, the call stays, and `analyze` says what is in the way.

use std::collections::HashMap;

use hir::instantiate::{Surroundings, instantiate};
use hir::{
    Builder, ExprId, ExprKind, FunctionId, Linkage, Program, RecordId, StmtId, StmtKind, Symbol, VarId,
    VarStorage,
};

use crate::DEEPEST_CALL;
use crate::block_copies;
use crate::flat_rows;
use crate::lengths::{self, Known};
use crate::members::{self, Path};
use crate::scratch;

/// The copies of a program.
pub(crate) struct Specialised<'l> {
    linkage: &'l Linkage,
    /// What is called instead of a function; `None` for one that is fine.
    made: HashMap<(FunctionId, Passed), Option<Special>>,
    /// Functions being looked at: a function that calls itself has no copy.
    open: Vec<FunctionId>,
}

/// The integers that a call passes for the lengths of the function's arrays, in the
/// order of its parameters.
type Passed = Vec<(VarId, i128)>;

/// A copy, and how it is called.
#[derive(Clone)]
struct Special {
    function: FunctionId,
    params: Vec<Passing>,
}

/// What a call passes for a parameter of the function.
#[derive(Clone)]
enum Passing {
    /// The argument.
    AsBefore,
    /// The address of the first element of the array it points to.
    FirstElement,
    /// These members of what it points to.
    Members(Vec<Path>),
}

impl<'l> Specialised<'l> {
    pub(crate) fn new(linkage: &'l Linkage) -> Specialised<'l> {
        Specialised { linkage, made: HashMap::new(), open: Vec::new() }
    }

    /// Redirects the calls below a statement to copies, where there are any.
    pub(crate) fn redirect_calls(&mut self, b: &mut Builder<'_>, root: StmtId, known: &Known<'_>) {
        let is_call = |expr: &ExprId| matches!(b.program.exprs[*expr].kind, ExprKind::Call { .. });
        let calls: Vec<ExprId> = b.program.exprs_below(root).filter(is_call).collect();
        for call in calls {
            let Some(function) = self.called(b.program, call) else { continue };
            let passed_values = self.passed_values(b.program, call, function, known);
            let Some(special) = self.special(b, function, &passed_values) else { continue };
            b.origin = b.program.exprs[call].span;
            let ExprKind::Call { args, .. } = b.program.exprs[call].kind.clone() else { continue };
            if let Some(args) = passed(b, &args, &special.params) {
                let again = b.call_again(call, special.function, args, Vec::new());
                b.program.exprs[call].kind = b.program.exprs[again].kind.clone();
            }
        }
    }

    fn called(&self, program: &Program, call: ExprId) -> Option<FunctionId> {
        let ExprKind::Call { callee, .. } = program.exprs[call].kind else { return None };
        Some(self.linkage.definition(program, program.called_function(callee)?))
    }

    /// What a call passes for lengths of arrays.
    fn passed_values(
        &self,
        program: &Program,
        call: ExprId,
        function: FunctionId,
        known: &Known<'_>,
    ) -> Passed {
        let (ExprKind::Call { args, .. }, Some(body)) =
            (&program.exprs[call].kind, program.functions[function].body)
        else {
            return Passed::new();
        };
        let params = &program.functions[function].params;
        let lengths = lengths::depend_on(program, body, params);
        let value = |(param, arg): (&VarId, &ExprId)| {
            lengths.contains(param).then(|| Some((*param, known.value(program, *arg)?)))?
        };
        params.iter().zip(args).filter_map(value).collect()
    }

    fn special(&mut self, b: &mut Builder<'_>, function: FunctionId, passed: &Passed) -> Option<Special> {
        let key = (function, passed.clone());
        if let Some(known) = self.made.get(&key) {
            return known.clone();
        }
        let body = b.program.functions[function].body?;
        if self.open.contains(&function) || self.open.len() >= DEEPEST_CALL {
            return None;
        }
        self.open.push(function);
        let values: HashMap<VarId, i128> = passed.iter().copied().collect();
        let known = Known::new(body, &values);
        let is_needed = is_needed(b, function, body) || self.calls_special(b, body, &known);
        let special = if is_needed { self.copy(b, function, &known) } else { None };
        self.open.pop();
        self.made.insert(key, special.clone());
        special
    }

    fn calls_special(&mut self, b: &mut Builder<'_>, body: StmtId, known: &Known<'_>) -> bool {
        let below: Vec<ExprId> = b.program.exprs_below(body).collect();
        let mut found = false;
        // All of them, so that each is known when the body is copied.
        for call in below {
            let Some(function) = self.called(b.program, call) else { continue };
            let passed = self.passed_values(b.program, call, function, known);
            found |= self.special(b, function, &passed).is_some();
        }
        found
    }

    fn copy(&mut self, b: &mut Builder<'_>, function: FunctionId, known: &Known<'_>) -> Option<Special> {
        let written = b.program.functions[function].params.clone();
        let instance = instantiate(b, function, &AsWritten)?;
        for var in scratch::of(b.program, instance.body) {
            b.program.vars[var].storage = VarStorage::Local;
            b.program.vars[var].init = None;
        }
        for var in scratch::of_file(b, instance.body) {
            make_own(b, instance.body, var);
        }
        lengths::fix(b, instance.body, known);
        block_copies::write_out(b, instance.body);
        let at = |param: &VarId| written.iter().position(|other| other == param);
        let own =
            known.passed.iter().filter_map(|(param, value)| Some((instance.params[at(param)?], *value)));
        let own: HashMap<VarId, i128> = own.collect();
        let known = Known::new(instance.body, &own);
        self.redirect_calls(b, instance.body, &known);
        let (mut params, mut passing) = (Vec::new(), Vec::new());
        for (at, &param) in instance.params.iter().enumerate() {
            let sizes = flat_rows::Sizes { written: &written, own: &instance.params };
            if flat_rows::flatten(b, instance.body, param, &sizes) {
                params.push(param);
                passing.push(Passing::FirstElement);
            } else if let Some(found) = members::promote(b, instance.body, param) {
                let (paths, vars): (Vec<Path>, Vec<VarId>) = found.into_iter().unzip();
                params.extend(vars);
                passing.push(Passing::Members(paths));
            } else {
                params.push(instance.params[at]);
                passing.push(Passing::AsBefore);
            }
        }
        let mut made = b.program.functions[function].clone();
        (made.params, made.body) = (params, Some(instance.body));
        made.name = copy_name(b, made.name);
        (made.is_static, made.is_extern, made.old_style, made.def_span) = (true, false, false, None);
        let function = b.program.functions.alloc(made);
        Some(Special { function, params: passing })
    }
}

/// Gives a body a variable of its own for one of the file.
fn make_own(b: &mut Builder<'_>, body: StmtId, var: VarId) {
    let mut copy = b.program.vars[var].clone();
    (copy.storage, copy.init) = (VarStorage::Local, None);
    let own = b.program.vars.alloc(copy);
    let mentions = b.program.exprs_below(body);
    let mentions =
        mentions.filter(|expr| matches!(b.program.exprs[*expr].kind, ExprKind::Var(named) if named == var));
    for mention in mentions.collect::<Vec<_>>() {
        b.program.exprs[mention].kind = ExprKind::Var(own);
    }
    let declaration = b.declare(own, None);
    if let StmtKind::Block(stmts) = &mut b.program.stmts[body].kind {
        stmts.insert(0, declaration);
    }
}

/// Has the function one of the habits itself?
fn is_needed(b: &Builder<'_>, function: FunctionId, body: StmtId) -> bool {
    let program = &*b.program;
    let params = &program.functions[function].params;
    let is_special = |param: &VarId| {
        flat_rows::has_variable_rows(program, program.vars[*param].ty)
            || members::are_read_of(program, body, *param)
    };
    params.iter().any(is_special)
        || !scratch::of(program, body).is_empty()
        || !scratch::of_file(b, body).is_empty()
        || lengths::are_variable(program, body)
        || block_copies::are_in(b, body)
}

/// The arguments of a call of the copy; `None` if they cannot be had.
fn passed(b: &mut Builder<'_>, args: &[ExprId], params: &[Passing]) -> Option<Vec<ExprId>> {
    if args.len() != params.len() {
        return None;
    }
    let mut passed = Vec::new();
    for (&arg, passing) in args.iter().zip(params) {
        match passing {
            Passing::AsBefore => passed.push(arg),
            Passing::FirstElement => passed.push(flat_rows::first_element(b, arg)?),
            Passing::Members(paths) => {
                for path in paths {
                    passed.push(members::of_argument(b, arg, path)?);
                }
            }
        }
    }
    Some(passed)
}

/// `name_in_kernel`, or with a number behind it.
fn copy_name(b: &mut Builder<'_>, name: Symbol) -> Symbol {
    let wanted = format!("{}_in_kernel", b.sources.text(name));
    let mut free = wanted.clone();
    let mut counter = 1;
    while b.sources.symbols.lookup(free.as_bytes()).is_some() {
        counter += 1;
        free = format!("{wanted}{counter}");
    }
    b.symbol(&free)
}

/// Names mean in a copy what they mean in the function.
struct AsWritten;

impl Surroundings for AsWritten {
    fn variable(&self, var: VarId) -> VarId {
        var
    }

    fn record(&self, record: RecordId) -> RecordId {
        record
    }
}
