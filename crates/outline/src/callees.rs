//! Functions that a kernel calls, and what they need of the kernel.
//!
//! A function that touches only its parameters runs on the device as it is.
//! One that reads a file-level array or variable does not find it there: the
//! device copy belongs to the kernel. Such a function gets a clone for this
//! kernel with one more parameter per thing it mentions, and every call passes
//! the kernel's own:
//!
//! ```c
//! float weights[16]; int n;
//! static float blend(int i) { return weights[i % n]; }
//! // becomes
//! static float blend_smooth(int i, const float *weights, int n) { return weights[i % n]; }
//! ```
//! So does a function of a kernel with `fastmath` whose arithmetic may be faster
//! there: other callers keep theirs.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use analyze::{Place, ScalarClass};
use diagnostics::{Diagnostic, codes};
use hir::copy::{self, Rewrite};
use hir::{Builder, CastKind, Expr, ExprId, ExprKind, FunctionId, Linkage, VarId};

use crate::kernel::KernelOutline;
use crate::rewrite::measured_by_type;

/// Functions that need more than their arguments, by definition.
#[derive(Default)]
pub(crate) struct Clones {
    linkage: Rc<Linkage>,
    clones: HashMap<FunctionId, Clone>,
}

/// A function made for one kernel.
#[derive(Clone)]
struct Clone {
    function: FunctionId,
    /// What is passed beyond the arguments: the kernel's variables.
    more: Vec<VarId>,
}

/// What stands for a mention of something from outside.
#[derive(Clone, Copy)]
enum Outside {
    /// A variable of the kernel, to be passed.
    Passed(VarId),
    /// The same, which is a pointer to what is meant.
    PassedByAddress(VarId),
    /// A constant of the device, known everywhere.
    Known(VarId),
}

impl Outside {
    fn passed(self) -> Option<VarId> {
        match self {
            Outside::Passed(var) | Outside::PassedByAddress(var) => Some(var),
            Outside::Known(_) => None,
        }
    }
}

impl KernelOutline<'_, '_> {
    /// The functions the kernel calls, callees first, each as it must be for
    /// this kernel.
    pub(crate) fn called_functions(&mut self) -> Vec<FunctionId> {
        if self.facts.functions.is_empty() {
            return Vec::new();
        }
        self.clones.linkage = self.o.linkage();
        let mut functions = Vec::new();
        for &function in &self.facts.functions {
            let is_other = || self.may_be_faster(function) || self.measures_outside(function);
            let needed = self.needed_by(function).or_else(|| is_other().then(Vec::new));
            functions.push(match needed {
                None => function,
                Some(more) => self.clone_function(function, more),
            });
        }
        functions
    }

    /// The kernel's variables that must be passed to a function; `None` if it
    /// can be called as it is.
    fn needed_by(&self, function: FunctionId) -> Option<Vec<VarId>> {
        let program = &*self.o.b.program;
        let body = program.functions[function].body?;
        let mut needed: Option<Vec<VarId>> = None;
        for expr in program.exprs_below(body) {
            let mentioned: Vec<VarId> = match &program.exprs[expr].kind {
                ExprKind::Var(_) | ExprKind::Member { .. } => match self.outside(expr) {
                    Some(outside) => outside.passed().into_iter().collect(),
                    None => continue,
                },
                ExprKind::Function(callee) => match self.clone_of(*callee) {
                    Some(clone) => clone.more.clone(),
                    None => continue,
                },
                _ => continue,
            };
            let needed = needed.get_or_insert_default();
            needed.extend(mentioned.into_iter().filter(|var| !needed.contains(var)).collect::<Vec<_>>());
        }
        needed
    }

    /// Does the function ask for the size of something that is not its own?
    fn measures_outside(&self, function: FunctionId) -> bool {
        let program = &*self.o.b.program;
        let is_outside = |var: VarId| program.vars[var].owner != Some(function);
        program.functions[function].body.into_iter().flat_map(|body| program.exprs_below(body)).any(|expr| {
            match program.exprs[expr].kind {
                ExprKind::Measure { operand: Some(operand), value: Some(_), .. } => {
                    program.variables_below(operand).any(is_outside)
                }
                _ => false,
            }
        })
    }

    /// Does `fastmath` mean something for the function?
    fn may_be_faster(&self, function: FunctionId) -> bool {
        let program = &*self.o.b.program;
        let (Some(body), hir::DirectiveKind::Kernel(clauses)) =
            (program.functions[function].body, &program.directives[self.facts.directive].kind)
        else {
            return false;
        };
        let is_float =
            |e: ExprId| program.types.as_builtin(program.exprs[e].ty) == Some(hir::BuiltinType::Float);
        let has_fast_form = |e: ExprId| match program.exprs[e].kind {
            ExprKind::Binary { op: hir::BinaryOp::Div, .. } => is_float(e),
            ExprKind::Function(callee) => {
                let name = self.o.b.sources.text(program.functions[callee].name);
                let is_fast = name == "sqrtf" || kir::fast_counterpart(&name).is_some();
                program.functions[callee].body.is_none() && is_fast
            }
            _ => false,
        };
        clauses.fastmath && program.exprs_below(body).any(has_fast_form)
    }

    fn clone_of(&self, function: FunctionId) -> Option<&Clone> {
        let definition = self.clones.linkage.definition(self.o.b.program, function);
        self.clones.clones.get(&definition)
    }

    /// What stands in the kernel for a variable or member path of a called
    /// function; `None` for what is the function's own or a constant.
    fn outside(&self, expr: ExprId) -> Option<Outside> {
        let program = &*self.o.b.program;
        let place = Place::of(program, expr)?;
        let unit = program.unit_of(self.facts.owner)?;
        let place = Place { var: self.clones.linkage.variable_in(program, place.var, unit)?, ..place };
        if let Some(&(copy, var)) = self.places.get(&place) {
            let array = &self.o.out.arrays[self.o.arrays[&copy]];
            return Some(match () {
                () if array.constant.is_some() => Outside::Known(var),
                () if array.dims.is_empty() => Outside::PassedByAddress(var),
                () => Outside::Passed(var),
            });
        }
        if let Some(&member) = self.members.get(&place) {
            return Some(Outside::Passed(member));
        }
        let by_value = |class| matches!(class, ScalarClass::ByValue | ScalarClass::ByValueModified);
        let passed = self.facts.scalars.iter().any(|s| s.var == place.var && by_value(s.class));
        (place.path.is_empty() && passed).then_some(Outside::Passed(place.var))
    }

    fn clone_function(&mut self, function: FunctionId, more: Vec<VarId>) -> FunctionId {
        let mut made = self.o.b.program.functions[function].clone();
        let mut clone = CloneRewrite { outline: self, vars: HashMap::new(), more: HashMap::new() };
        made.params = made.params.into_iter().map(|param| clone.declared(param)).collect();
        for &var in &more {
            let own = clone.outline.fresh_copy(var);
            clone.more.insert(var, own);
            made.params.push(own);
        }
        made.body = made.body.map(|body| copy::stmt(&mut clone, body));
        made.name = self.clone_name(made.name);
        made.is_static = true;
        (made.is_extern, made.old_style, made.def_span) = (false, false, None);
        let id = self.o.b.program.functions.alloc(made);
        self.clones.clones.insert(function, Clone { function: id, more });
        id
    }

    /// `blend_smooth`: the function's name and the kernel's.
    fn clone_name(&mut self, function: hir::Symbol) -> hir::Symbol {
        let hir::DirectiveKind::Kernel(clauses) = &self.o.b.program.directives[self.facts.directive].kind
        else {
            return function;
        };
        let wanted = format!("{}_{}", self.o.b.sources.text(function), self.o.b.sources.text(clauses.name));
        let mut name = wanted.clone();
        let mut counter = 1;
        while self.o.b.sources.symbols.lookup(name.as_bytes()).is_some() {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        self.o.b.symbol(&name)
    }

    /// A call in the region of a function that needs more.
    pub(crate) fn call_with_more(&mut self, call: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = self.o.b.program.exprs[call].kind.clone() else { return None };
        let clone = self.clone_of(self.o.b.program.called_function(callee)?)?.clone();
        let args: Vec<ExprId> = args.into_iter().map(|arg| copy::expr(self, arg)).collect();
        let more = clone.more.iter().map(|var| self.o.b.var(*var)).collect();
        Some(self.o.b.call_again(call, clone.function, args, more))
    }

    /// Pointers that are passed to functions must point into copies with whole
    /// rows: the function computes with them as on the host.
    pub(crate) fn check_arguments(&mut self) {
        if self.o.b.program.instances.is_empty() {
            return;
        }
        let own: HashSet<ExprId> = self.o.b.program.exprs_below(self.facts.body).collect();
        let mut reported = HashSet::new();
        for (number, access) in self.facts.accesses.iter().enumerate() {
            if own.contains(&access.expr) || !reported.insert(access.place.clone()) {
                continue;
            }
            let Some(&(copy, _)) = self.places.get(&access.place) else { continue };
            let array = &self.o.out.arrays[self.o.arrays[&copy]];
            let what = match () {
                () if array.is_texture() => "is read through a texture",
                () if array.row_pointers => "is one block, not rows behind pointers",
                () if !array.has_whole_rows() => "holds parts of its rows only",
                () if self.served.contains_key(&number) => "is kept in shared memory here",
                () => continue,
            };
            let name = self.o.path_name(&access.place);
            let at = self.o.b.program.directives[array.directive].span;
            self.o.sink.push(other_layout(&name, what, access.span, at));
        }
    }
}

/// The body of a clone.
struct CloneRewrite<'c, 'o, 'a> {
    outline: &'c mut KernelOutline<'o, 'a>,
    /// The function's own variables.
    vars: HashMap<VarId, VarId>,
    /// The parameter for each of the kernel's variables.
    more: HashMap<VarId, VarId>,
}

impl<'a> Rewrite<'a> for CloneRewrite<'_, '_, 'a> {
    fn builder(&mut self) -> &mut Builder<'a> {
        &mut self.outline.o.b
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let copy = self.builder().program.vars[var].clone();
        let own = self.builder().program.vars.alloc(copy);
        self.vars.insert(var, own);
        own
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.builder().program.exprs[expr].kind.clone() {
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                let Outside::Passed(var) = self.outline.outside(operand)? else { return None };
                let own = *self.more.get(&var)?;
                Some(self.builder().var(own))
            }
            ExprKind::Var(var) if self.vars.contains_key(&var) => {
                let own = self.vars[&var];
                let original = self.builder().program.exprs[expr].clone();
                Some(self.builder().program.exprs.alloc(Expr { kind: ExprKind::Var(own), ..original }))
            }
            ExprKind::Var(_) | ExprKind::Member { .. } => {
                let ty = self.builder().program.exprs[expr].ty;
                Some(match self.outline.outside(expr)? {
                    Outside::Known(var) => self.builder().var(var),
                    Outside::Passed(var) => {
                        let own = *self.more.get(&var)?;
                        self.builder().var(own)
                    }
                    Outside::PassedByAddress(var) => {
                        let own = *self.more.get(&var)?;
                        let pointer = self.builder().var(own);
                        self.builder().expr(ExprKind::Deref(pointer), ty)
                    }
                })
            }
            ExprKind::Call { callee, args } => {
                let function = self.builder().program.called_function(callee)?;
                let clone = self.outline.clone_of(function)?.clone();
                let args: Vec<ExprId> = args.into_iter().map(|arg| copy::expr(self, arg)).collect();
                let own: Vec<VarId> = clone.more.iter().map(|var| self.more[var]).collect();
                let more = own.into_iter().map(|var| self.builder().var(var)).collect();
                Some(self.builder().call_again(expr, clone.function, args, more))
            }
            ExprKind::Measure { .. } => {
                let CloneRewrite { outline, vars, .. } = self;
                measured_by_type(&mut outline.o.b, expr, |_, var| vars.contains_key(&var))
            }
            _ => None,
        }
    }
}

fn other_layout(name: &str, what: &str, access: hir::Span, directive: hir::Span) -> Diagnostic {
    let message = format!("a called function uses `{name}`, but the device copy {what}");
    Diagnostic::new(&codes::ARGUMENT_LAYOUT, access, message)
        .label("computed from a pointer as the host's array is laid out")
        .related(directive, "the device copy is made here")
        .help(format!(
            "hold all of `{name}` with `global alloc {name}[*]…`, or index it in the kernel itself"
        ))
}
