//! Which functions a kernel may call.
//!
//! A kernel runs on another processor: it can call the device's own functions
//! (`sqrtf`) and functions of this program that touch nothing but what they are
//! given, their locals and constants. Everything else is an error that says
//! what is in the way.
//!
//! Invariant: a function accepted here computes the same result on the device.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{FunctionId, Span, StmtId, StmtKind, VarStorage};

use crate::Input;
use crate::effects::{Event, EventKind, of_stmt_itself};

/// Functions of C's library that every target has, without an effect of their
/// own. Their `float` forms are found by the suffix.
const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ilogb",
    "j0",
    "j1",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
];

/// The same for functions without a `float` form; the last ones write through
/// a pointer given to them, nothing else.
const OTHER: &[&str] = &[
    "abs", "labs", "llabs", "isnan", "isinf", "isfinite", "signbit", "frexp", "frexpf", "modf", "modff",
    "sincos", "sincosf", "memcpy", "memset",
];

/// Is it the name of a function the device has itself?
pub fn is_math_name(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let double = plain.strip_suffix('f').unwrap_or(plain);
    MATH.contains(&plain) || MATH.contains(&double) || OTHER.contains(&plain)
}

/// The functions of the program that a region calls, callees first. Those that
/// cannot run on the device are reported.
pub fn callees(input: &Input<'_>, region: StmtId, sink: &mut Sink) -> Vec<FunctionId> {
    let mut search = Search { input, state: BTreeMap::new(), order: Vec::new(), sink };
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
    sink: &'a mut Sink,
}

impl Search<'_, '_> {
    fn calls_below(&mut self, region: StmtId) {
        let program = self.input.program;
        let stmts: Vec<StmtId> = program.stmts_below(region).collect();
        let mut reported = BTreeSet::new();
        for stmt in stmts {
            for event in of_stmt_itself(program, stmt) {
                match event.kind {
                    EventKind::Call(Some(function)) => self.call(function, event.span),
                    EventKind::Call(None) if reported.insert(event.span) => {
                        let asm = matches!(program.stmts[stmt].kind, StmtKind::Asm(_));
                        self.sink.push(unknown_call(event.span, asm));
                    }
                    _ => {}
                }
            }
        }
    }

    fn call(&mut self, function: FunctionId, at: Span) {
        if self.input.is_math(function) {
            return;
        }
        match self.state.get(&function) {
            Some(State::Done) => return,
            Some(State::Open) => {
                self.sink.push(recursive(self.input, function, at));
                return;
            }
            None => {}
        }
        let declared = &self.input.program.functions[function];
        let Some(body) = declared.body else {
            self.state.insert(function, State::Done);
            self.sink.push(not_on_device(self.input, function, at));
            return;
        };
        self.state.insert(function, State::Open);
        self.calls_below(body);
        if let Some(event) = touches_outside(self.input, body) {
            self.sink.push(touches_static(self.input, function, at, event));
        }
        self.state.insert(function, State::Done);
        self.order.push(function);
    }
}

/// The first mention of a variable that is not the function's own, constants
/// apart.
fn touches_outside(input: &Input<'_>, body: StmtId) -> Option<Event> {
    let program = input.program;
    program.stmts_below(body).find_map(|stmt| {
        of_stmt_itself(program, stmt).into_iter().find(|event| match event.kind {
            EventKind::Read(var) | EventKind::Address(var) | EventKind::Write { var, .. } => {
                let declared = &program.vars[var];
                let own = matches!(
                    declared.storage,
                    VarStorage::Local | VarStorage::Param | VarStorage::Predefined
                );
                !(own || is_constant_scalar(input, var) && matches!(event.kind, EventKind::Read(_)))
            }
            EventKind::Memory | EventKind::Call(_) => false,
        })
    })
}

/// A `const` scalar with an initialiser: every target can repeat it.
fn is_constant_scalar(input: &Input<'_>, var: hir::VarId) -> bool {
    let declared = &input.program.vars[var];
    declared.ty.is_const() && declared.init.is_some() && input.program.types.is_arithmetic(declared.ty)
}

fn not_on_device(input: &Input<'_>, function: FunctionId, at: Span) -> Diagnostic {
    let name = input.function_name(function);
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, format!("`{name}` cannot be called in a kernel"))
        .label("its body is not in this program")
        .help("define the function in this file, or call it outside the kernel")
}

fn unknown_call(at: Span, asm: bool) -> Diagnostic {
    let message =
        if asm { "assembly cannot stand in a kernel" } else { "a kernel cannot call through a pointer" };
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, message)
        .note("the device has other instructions and other addresses than the host")
        .help("call the function by its name, or choose with `if` between calls by name")
}

fn recursive(input: &Input<'_>, function: FunctionId, at: Span) -> Diagnostic {
    let name = input.function_name(function);
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, format!("`{name}` calls itself, which a kernel cannot do"))
        .label("called again before it returned")
        .help("write the recursion as a loop")
}

fn touches_static(input: &Input<'_>, function: FunctionId, at: Span, event: Event) -> Diagnostic {
    let name = input.function_name(function);
    let var = match event.kind {
        EventKind::Read(var) | EventKind::Address(var) | EventKind::Write { var, .. } => input.name(var),
        EventKind::Memory | EventKind::Call(_) => String::new(),
    };
    Diagnostic::new(&codes::CALL_IN_KERNEL, at, format!("`{name}` uses `{var}`, which is not on the device"))
        .label("called in a kernel")
        .related(event.span, format!("`{var}` is not a parameter or local of `{name}`"))
        .help(format!("pass what is needed of `{var}` to `{name}` as an argument"))
}
