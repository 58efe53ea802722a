//! Which functions a kernel may call.
//!
//! A kernel runs on another processor: it can call the device's own functions
//! (`sqrtf`) and functions of this program, of whatever file, that do not call
//! themselves, hold no kernel and keep nothing between calls. What they do to
//! arrays and variables of the host is the business of the walk over the region,
//! which goes into them. Everything else is an error that says what is in the way
//! and by which calls it is reached.
//!
//! Invariant: a function accepted here computes the same result on the device.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    BuiltinType, DirectiveKind, ExprId, ExprKind, FunctionId, Item, Node, Program, Span, StmtId, StmtKind,
    Type, TypeKind, VarId, VarStorage, mathematics,
};
use source::FileKind;

use crate::Input;
use crate::effects::{EventKind, of_stmt_itself};

/// Bessel functions and one more, which the device has beside the usual ones. Their `float`
/// forms are found by the suffix.
const BESIDE: &[&str] = &["j0", "j1", "jn", "y0", "y1", "yn", "scalbln"];

/// The same for functions without a `float` form; the last ones write through
/// a pointer given to them, nothing else.
const OTHER: &[&str] = &[
    "abs", "labs", "llabs", "isnan", "isinf", "isfinite", "signbit", "frexp", "frexpf", "modf", "modff",
    "sincos", "sincosf", "memcpy", "memset", "nan", "nanf", "exp10", "exp10f",
];

/// `INFINITY`, and what `<math.h>` asks about numbers, as gcc's builtins; all targets have a word for each.
const CLASSIFICATION: &[&str] = &[
    "inf",
    "inff",
    "huge_val",
    "huge_valf",
    "finite",
    "isinf_sign",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "isunordered",
];

/// gcc's builtins that targets have under other names; those on bits also end in `l` and `ll`.
const BITS: &[&str] = &["popcount", "parity", "clz", "ctz", "ffs"];

/// Cases of a range `case 6 ... 7:`, which kernels say one by one.
const MOST_CASES: i128 = 256;

/// Is it the name of a function the device has itself?
pub fn is_math_name(name: &str) -> bool {
    let builtin = name.strip_prefix("__builtin_");
    let on_bits =
        |name: &str| BITS.contains(&name.strip_suffix("ll").or(name.strip_suffix('l')).unwrap_or(name));
    let is_known =
        |name: &str| on_bits(name) || matches!(name, "expect" | "bswap32") || CLASSIFICATION.contains(&name);
    if builtin.is_some_and(is_known) {
        return true;
    }
    let plain = builtin.unwrap_or(name);
    let double = plain.strip_suffix('f').unwrap_or(plain);
    let is_real = |name| mathematics::is_function(name) || BESIDE.contains(&name);
    is_real(plain) || is_real(double) || OTHER.contains(&plain)
}

/// The functions of the program that a region calls, callees first. Those that
/// cannot run on the device are reported.
pub fn callees(input: &Input<'_>, region: StmtId, sink: &mut Sink) -> Vec<FunctionId> {
    let (state, order, chain) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut search = Search { input, state, order, chain, has_other_type: false, sink };
    search.calls_below(region);
    search.order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

struct Search<'a, 'p> {
    input: &'a Input<'p>,
    state: BTreeMap<FunctionId, State>,
    order: Vec<FunctionId>,
    /// The calls that lead to the body being looked at, the kernel's first.
    chain: Vec<(FunctionId, Span)>,
    /// A type that is another on the device was reported.
    has_other_type: bool,
    sink: &'a mut Sink,
}

impl Search<'_, '_> {
    fn calls_below(&mut self, region: StmtId) {
        let program = self.input.program;
        let mut reported = BTreeSet::new();
        let mut nodes = program.nodes(region);
        while let Some(node) = nodes.next() {
            let stmt = match node {
                Node::Stmt(stmt) => stmt,
                Node::Expr(expr) => {
                    self.expression_itself(expr);
                    continue;
                }
            };
            self.statement_itself(stmt);
            if matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. }) {
                nodes.skip_children();
                continue;
            }
            for event in of_stmt_itself(program, stmt) {
                match event.kind {
                    EventKind::Call(Some(function)) => self.call(self.input.definition(function), event.span),
                    EventKind::Call(None) if reported.insert(event.span) => {
                        let asm = matches!(program.stmts[stmt].kind, StmtKind::Asm(_));
                        self.report(unknown_call(event.span, asm));
                    }
                    _ => {}
                }
            }
        }
    }

    /// What a statement is, apart from what it calls.
    fn statement_itself(&mut self, stmt: StmtId) {
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Kernel { directive, .. } => {
                let span = program.directives[*directive].span;
                let (function, _) = self.chain.last().copied().unzip();
                self.report(kernel_inside(self.input, function, span));
            }
            StmtKind::Singular { directive, .. }
            | StmtKind::Annotated { directive, .. }
            | StmtKind::Directive(directive)
                if shares_work(&program.directives[*directive].kind) =>
            {
                // In the region itself it is where it belongs.
                if let Some((function, call)) = self.chain.last().copied() {
                    let span = program.directives[*directive].span;
                    self.report(not_expanded(self.input, function, call, span));
                }
            }
            StmtKind::Case { low, high, written, .. } if high.saturating_sub(*low) >= MOST_CASES => {
                let (first, last) = (self.input.span(written.0), written.1.map(|last| self.input.span(last)));
                let range = last.map_or(first, |last| self.input.sources.join(first, last));
                self.report(too_many_cases(range));
            }
            StmtKind::Decl(items) => {
                for item in items {
                    if let Item::Var { var, .. } = item {
                        self.variable_length(*var);
                        self.type_itself(program.vars[*var].ty, program.vars[*var].span);
                    }
                    if let Item::Var { var, .. } = item
                        && program.vars[*var].storage == VarStorage::StaticLocal
                        && !is_constant(self.input, *var)
                    {
                        self.report(keeps_value(self.input, *var));
                    }
                }
            }
            _ => {}
        }
    }

    /// What types an expression is of, or measures.
    fn expression_itself(&mut self, expr: ExprId) {
        let (program, at) = (self.input.program, self.input.span(expr));
        self.type_itself(program.exprs[expr].ty, at);
        if let Some(error) = super::old_style_calls::mismatch(self.input, expr) {
            self.report(error);
        }
        if let ExprKind::Measure { of, .. } = program.exprs[expr].kind {
            self.type_itself(of, at);
            if program.types.has_computed_length(of) {
                self.report(measured(at));
            }
        }
    }

    /// A type that the device's compilers lay out or compute with in another way; the first of a kernel is reported.
    fn type_itself(&mut self, ty: Type, at: Span) {
        if self.has_other_type {
            return;
        }
        if let Some(why) = other_on_device(self.input.program, ty) {
            self.has_other_type = true;
            self.report(why.at(at));
        }
    }

    fn call(&mut self, function: FunctionId, at: Span) {
        // `printf` is looked at where it is known who prints.
        if self.input.is_math(function) || self.input.prints(function) {
            return;
        }
        match self.state.get(&function) {
            Some(State::Done) => return,
            Some(State::Open) => {
                self.report(recursive(self.input, function, at));
                return;
            }
            None => {}
        }
        let Some(body) = self.input.program.functions[function].body else {
            self.state.insert(function, State::Done);
            self.report(not_on_device(self.input, function, at));
            return;
        };
        self.state.insert(function, State::Open);
        self.chain.push((function, at));
        let params = &self.input.program.functions[function].params;
        params.iter().for_each(|param| self.variable_length(*param));
        self.calls_below(body);
        self.chain.pop();
        self.state.insert(function, State::Done);
        self.order.push(function);
    }

    fn variable_length(&mut self, var: VarId) {
        let program = self.input.program;
        if program.types.has_computed_length(program.vars[var].ty) {
            self.report(variable_length(self.input, var));
        }
    }

    /// Reports what stands in a called function together with the calls that
    /// lead there.
    fn report(&mut self, error: Diagnostic) {
        let mut error = error;
        for (at, (function, call)) in self.chain.iter().enumerate() {
            let name = self.input.function_name(*function);
            let caller = if at == 0 { "the kernel calls" } else { "which calls" };
            error = error.related(*call, format!("{caller} `{name}` here"));
        }
        self.sink.push(error);
    }
}

/// Calls in a kernel that have no instance although their function has a body:
/// there are more of them, or deeper ones, than are followed.
pub fn check_followed(input: &Input<'_>, region: StmtId, sink: &mut Sink) {
    let program = input.program;
    let mut pending = vec![region];
    while let Some(body) = pending.pop() {
        for expr in program.exprs_below(body) {
            let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { continue };
            let Some(function) = program.called_function(callee).map(|f| input.definition(f)) else {
                continue;
            };
            match program.instances.get(&expr) {
                Some(instance) => pending.push(instance.body),
                None if program.functions[function].body.is_some() => {
                    sink.push(too_many_calls(input, function, input.span(expr)));
                    return;
                }
                None => {}
            }
        }
    }
}

/// A `const` object with an initialiser: every target can repeat it.
pub fn is_constant(input: &Input<'_>, var: VarId) -> bool {
    let program = input.program;
    let declared = &program.vars[input.linkage().initialised(program, var)];
    let element = program.types.innermost_element(declared.ty);
    element.is_const() && declared.init.is_some() && !crate::array_shape::holds_pointer(program, element)
}

fn not_on_device(input: &Input<'_>, function: FunctionId, at: Span) -> Diagnostic {
    let name = input.function_name(function);
    let declared = &input.program.functions[function];
    let files = &input.sources.map;
    let is_of_system =
        files.file_at(declared.span.lo).is_some_and(|file| files.file(file).kind == FileKind::System);
    let (why, help) = match declared.builtin || is_of_system {
        true => (
            "the device's library does not have it",
            "write it as a function of your own, which kernels may call, or call it outside the kernel",
        ),
        false => (
            "its body is not in this program",
            "give the file that defines it on the command line too, or call it outside the kernel",
        ),
    };
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, format!("`{name}` cannot be called in a kernel"))
        .label(why)
        .help(help)
}

fn unknown_call(at: Span, asm: bool) -> Diagnostic {
    let message =
        if asm { "assembly cannot stand in a kernel" } else { "a kernel cannot call through a pointer" };
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, message)
        .note("the device has other instructions and other addresses than the host")
        .help("call the function by its name, or choose with `if` between calls by name")
}

fn too_many_cases(at: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::TOO_MANY_CASES,
        at,
        format!("a range of more than {MOST_CASES} cases in a kernel"),
    )
    .note("the device's languages have no ranges: each case is written by itself there")
    .help("ask for the range by an `if` before the `switch`, or in its `default`")
}

/// What makes a type another one on the device.
#[derive(Clone, Copy)]
enum OtherType {
    /// Computed with 64 bits there.
    LongDouble,
    /// No bytes in C, one in C++.
    Empty,
}

/// Does the type, or a part of its objects, differ on the device?
fn other_on_device(program: &Program, ty: Type) -> Option<OtherType> {
    match program.types.stripped(ty) {
        TypeKind::Builtin(BuiltinType::LongDouble) => Some(OtherType::LongDouble),
        TypeKind::Array(element, _) => other_on_device(program, *element),
        TypeKind::Record(record) => {
            let mut fields = program.records[*record].fields.iter().flatten();
            match program.is_empty_record(*record) {
                true => Some(OtherType::Empty),
                false => fields.find_map(|field| other_on_device(program, field.ty)),
            }
        }
        _ => None,
    }
}

impl OtherType {
    fn at(self, at: Span) -> Diagnostic {
        let (message, note, help) = match self {
            OtherType::LongDouble => (
                "a kernel cannot compute with `long double`",
                "GPUs have numbers of 64 bits at most: the results would be others",
                "use `double`; of a constant, leave out the `L`",
            ),
            OtherType::Empty => (
                "a kernel cannot use a struct without members",
                "it has no bytes in C and one in C++, which the device's compilers read: what holds it is laid out in another way",
                "give it a member, or leave it out of what kernels use",
            ),
        };
        Diagnostic::new(&codes::TYPE_NOT_ON_DEVICE, at, message).note(note).help(help)
    }
}

fn recursive(input: &Input<'_>, function: FunctionId, at: Span) -> Diagnostic {
    let name = input.function_name(function);
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, format!("`{name}` calls itself, which a kernel cannot do"))
        .label("called again before it returned")
        .help("write the recursion as a loop")
}

fn too_many_calls(input: &Input<'_>, function: FunctionId, at: Span) -> Diagnostic {
    let name = input.function_name(function);
    let message = format!("this kernel makes more calls than can be followed; `{name}` is the first beyond");
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, message)
        .note("every call in a kernel is followed into the function, with its own arguments")
        .help("call fewer functions from one kernel, or split the kernel")
}

/// Does the directive speak of the kernel around it?
fn shares_work(kind: &DirectiveKind) -> bool {
    matches!(
        kind,
        DirectiveKind::LoopPartition(_)
            | DirectiveKind::Singular
            | DirectiveKind::Barrier
            | DirectiveKind::Shared(_)
            | DirectiveKind::Atomic
    )
}

fn not_expanded(input: &Input<'_>, function: FunctionId, call: Span, directive: Span) -> Diagnostic {
    let name = input.function_name(function);
    let message = format!("`{name}` must be put in the place of this call, which is not possible here");
    Diagnostic::new(&codes::CALL_NOT_EXPANDED, call, message)
        .label("a call under a condition, or a function that returns out of a loop")
        .related(directive, "what this does depends on the kernel")
        .help(format!("call `{name}` as a statement, and let it return behind its loops"))
}

fn kernel_inside(input: &Input<'_>, function: Option<FunctionId>, at: Span) -> Diagnostic {
    let message = match function.map(|function| input.function_name(function)) {
        Some(name) => format!("`{name}` holds a kernel and is called in a kernel"),
        None => String::from("a kernel cannot hold another one"),
    };
    Diagnostic::new(&codes::KERNEL_THROUGH_CALL, at, message)
        .label("this kernel would start while another one runs")
        .help(
            "remove this kernel's directives to make it part of the other one, or call the function outside",
        )
}

fn variable_length(input: &Input<'_>, var: VarId) -> Diagnostic {
    let name = input.name(var);
    let message =
        format!("the type of `{name}` depends on a value, which the device's language does not have");
    Diagnostic::new(&codes::VARIABLE_LENGTH_IN_KERNEL, input.program.vars[var].span, message)
        .label("an array of variable length")
        .help("give it a constant length; for a parameter, pass a pointer to elements and compute the subscript")
}

fn measured(at: Span) -> Diagnostic {
    let message = "the size depends on a value, which the device's language does not have";
    Diagnostic::new(&codes::VARIABLE_LENGTH_IN_KERNEL, at, message)
        .label("the size of an array of variable length")
        .help("multiply the length by the size of an element")
}

fn keeps_value(input: &Input<'_>, var: VarId) -> Diagnostic {
    let name = input.name(var);
    let at = input.program.vars[var].span;
    Diagnostic::new(&codes::STATE_IN_KERNEL, at, format!("`{name}` keeps its value from call to call"))
        .label("each thread would need the value that another one left")
        .help(format!("drop `static` if `{name}` is assigned before it is used, or make it a parameter"))
}
