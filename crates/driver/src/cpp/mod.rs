//! CUDA C++ that our own front end does not read, through the machine's C++ compiler.
//!
//! ```text
//! main.cu, kernels.h ──cpp_text──▶ 0-main.cpp, include-0.h ──c++──▶ program
//! ```
//! Host code is the host compiler's business: a file that includes `<vector>` or has a
//! lambda goes to `c++` as it is, but for launches and the bodies of kernels
//! ([`translate::cpp_text`]). Such a program is right if that compiler takes it; what it
//! says otherwise is reported at the user's line ([`messages`]).

mod device_side;
mod files;
mod instances;
mod messages;

use std::collections::BTreeMap;
use std::path::Path;

use diagnostics::{Diagnostic, Severity, codes};
use hir::ExprKind;
use source::{FileId, FileKind, FileRange, Span};
use syntax::Dialect;
use syntax::ast::CudaSpecs;
use translate::cpp_text::{self, RefusedChoice};
use translate::cuda_host::Device;

pub(crate) use device_side::DeviceSide;
pub use files::copy_name;
pub(crate) use files::find_header;

use crate::build::{Build, BuildError, Product};
use crate::cleanup::Temporary;
use crate::compilers::cpp_compiler;
use crate::cuda_runtime;
use crate::pipeline::{Compiled, Goal};
use crate::session::{Input, Session};
use crate::translation::{Target, UnitOutput};

use self::files::Read;
use self::instances::Instance;

/// Rules of CUDA that a C++ compiler does not know.
const RULES: [&diagnostics::Code; 14] = [
    &codes::LAUNCH_CONFIGURATION,
    &codes::NOT_A_KERNEL,
    &codes::KERNEL_CALLED,
    &codes::KERNEL_RETURNS,
    &codes::HOST_FUNCTION_ON_DEVICE,
    &codes::HOST_VARIABLE_ON_DEVICE,
    &codes::DEVICE_FUNCTION_ON_HOST,
    &codes::SHARED_INITIALISED,
    &codes::TOO_MUCH_SHARED,
    &codes::WRONG_MARK,
    &codes::NO_SUCH_FORM,
    &codes::CONSTANT_WRITTEN,
    &codes::DYNAMIC_SHARED_TYPES,
    &codes::PARAMETER_DECLARED_AGAIN,
];

/// What the C++ compiler's way leads to.
pub(crate) enum Instead {
    /// The program is compiled, or what is wrong with it is told.
    Done(Box<Compiled>),
    /// The device's part was read, and the host's is compiled with it.
    Device(Box<Sides>),
}

/// A program whose sides are read by different compilers.
pub(crate) struct Sides {
    /// What is ours.
    pub device: DeviceSide,
    /// What goes to the C++ compiler, for a device that is simulated.
    pub host: Compiled,
}

/// The program by way of the C++ compiler, after our own front end refused it. `None`
/// if this is no way, or our own messages are the better ones; they are in the sink. Of a program that
/// it only leaves to that compiler (`is_left`), they are not.
pub(crate) fn instead(session: &mut Session, inputs: &[Input], goal: Goal, is_left: bool) -> Option<Instead> {
    let is_cuda = |input: &Input| input.dialect == Dialect::Cuda;
    let needs_device = matches!(
        goal,
        Goal::Check
            | Goal::Examine
            | Goal::ExplainAccesses { .. }
            | Goal::Coalesce(_)
            | Goal::Translate(Target::Sim)
    );
    let is_possible = needs_device || matches!(goal, Goal::Translate(Target::Cpu | Target::Cuda(_)));
    if !is_possible || !inputs.iter().any(is_cuda) || cpp_compiler().is_none() {
        return None;
    }
    let found = |code: &diagnostics::Code| session.sink.diagnostics().iter().any(|found| found.code == code);
    if RULES.iter().any(|rule| found(rule)) {
        return None;
    }
    // What our front end does not read is no mistake of the program's.
    let is_cpp = is_left || found(&codes::INCLUDE_NOT_FOUND) || found(&codes::UNSUPPORTED_SYNTAX);
    let place = if goal == Goal::Translate(Target::Sim) { Device::Elsewhere } else { Device::Here };
    let (compiled, read) = host(session, inputs, place);
    let is_refused = refuse_host_only(session, &read)
        || goal == Goal::Translate(Target::Cpu) && refuse_choices(session, &read);
    if is_refused {
        return Some(Instead::Done(Box::default()));
    }
    let taken = match place {
        Device::Here => {
            verdict(session, &compiled, |build, folder| build.check_cpp(folder)).map(|()| Vec::new())
        }
        Device::Elsewhere => verdict(session, &compiled, |build, folder| build.cpp_objects(folder)),
    };
    let objects = match taken {
        Ok(objects) => objects,
        // What accesses cost does not depend on a library that the host calls.
        Err(found) if is_about_kernels(goal) && found.iter().all(is_missing_header) => {
            session.sink.take();
            let mut device = device(session, inputs, goal, (Vec::new(), false));
            device.find_variables(&session.sources, &read.found.variables);
            found.iter().for_each(|found| session.sink.push(host_not_compiled(found)));
            return Some(Instead::Device(Box::new(Sides { device, host: compiled })));
        }
        // What is C-like and wrong is told by whoever read it closely.
        Err(found) if !is_cpp && are_told_alike(session, &found) => return None,
        Err(found) => {
            session.sink.take();
            found.into_iter().for_each(|found| session.sink.push(found));
            return Some(Instead::Done(Box::default()));
        }
    };
    session.sink.take();
    tell_of_ptx(session, &read);
    if needs_device {
        let mut device = device(session, inputs, goal, (objects, true));
        device.find_variables(&session.sources, &read.found.variables);
        return Some(Instead::Device(Box::new(Sides { device, host: compiled })));
    }
    match goal {
        Goal::Translate(Target::Cpu) => Some(Instead::Done(Box::new(compiled))),
        // nvcc takes the files as they are.
        _ => {
            let untouched = inputs.iter().map(|&input| UnitOutput::new(input, Vec::new()));
            Some(Instead::Done(Box::new(Compiled { units: untouched.collect(), ..Compiled::default() })))
        }
    }
}

/// What C cannot say of a kernel is found on the way to the C++ compiler: inline PTX that has an equal,
/// and launches of its own.
pub(crate) fn leave_kernels(session: &mut Session, program: &hir::Program) -> bool {
    let is_of_device = |function: &hir::Function| {
        [CudaSpecs::GLOBAL, CudaSpecs::DEVICE].iter().any(|&mark| function.cuda.has(mark))
    };
    let of_device = program.functions.iter().filter(|(_, function)| is_of_device(function));
    let bodies: Vec<hir::StmtId> = of_device.filter_map(|(_, function)| function.body).collect();
    let is_asm = |&stmt: &hir::StmtId| matches!(program.stmts[stmt].kind, hir::StmtKind::Asm(_));
    let is_launch = |&expr: &hir::ExprId| matches!(program.exprs[expr].kind, ExprKind::Launch { .. });
    let ptx = bodies.iter().flat_map(|&body| program.stmts_below(body)).find(is_asm);
    let launch = bodies.iter().flat_map(|&body| program.exprs_below(body)).find(is_launch);
    let left = match (ptx, launch) {
        (Some(asm), _) => (
            program.stmts[asm].span,
            "inline PTX runs on NVIDIA GPUs alone",
            "write it in C, or keep it behind `#ifdef __CUDA_ARCH__`, with an `#else`",
        ),
        (_, Some(launch)) => (
            program.exprs[launch].span,
            "a kernel that launches kernels needs the C++ compiler",
            "install `c++`, or name it in `CXX`",
        ),
        _ => return false,
    };
    session.sink.push(Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, left.0, left.1).help(left.2));
    true
}

/// In C, the functions that launch kernels have one name in all files; C++ has kernels that two files have
/// for themselves.
pub(crate) fn leave_same_names(session: &mut Session, program: &hir::Program) -> bool {
    let is_kernel =
        |function: &hir::Function| function.cuda.has(CudaSpecs::GLOBAL) && function.body.is_some();
    let mut known = BTreeMap::new();
    let mut kernels = program.functions.iter().filter(|(_, function)| is_kernel(function));
    // Instances of a template are no other kernels.
    let again = kernels.find_map(|(id, kernel)| {
        let is_own = !program.template_instances.contains(&id);
        let file = |span: Span| session.sources.map.range(span).map(|range| range.file);
        let before = *known.entry(kernel.name).or_insert(kernel.span);
        (is_own && file(before) != file(kernel.span)).then_some((before, kernel.span))
    });
    let Some((before, span)) = again else { return false };
    session.sink.push(
        Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, span, "another file has a kernel of this name")
            .related(before, "the other one")
            .note("such programs are read by the C++ compiler, and there is none")
            .help("install `c++`, or name it in `CXX`"),
    );
    true
}

/// nvcc reads a file twice, and `__CUDA_ARCH__` is defined when it reads for the device. Our front end
/// reads it once, so a file that asks for the name goes to the C++ compiler, or nowhere.
pub(crate) fn leave_passes(session: &mut Session, inputs: &[Input], goal: Goal) -> bool {
    let is_left = matches!(
        goal,
        Goal::Check
            | Goal::Examine
            | Goal::ExplainAccesses { .. }
            | Goal::Coalesce(_)
            | Goal::Translate(Target::Cpu | Target::Sim)
    );
    let is_refused = matches!(goal, Goal::Raise | Goal::Translate(Target::OpenCl(_)));
    if !(is_left || is_refused) || !inputs.iter().any(|input| input.dialect == Dialect::Cuda) {
        return false;
    }
    let files = session.sources.map.files().filter(|(_, file)| {
        file.kind == FileKind::User && file.bytes.windows(ARCH.len()).any(|bytes| bytes == ARCH)
    });
    let files: Vec<FileId> = files.map(|(id, _)| id).collect();
    let place = files.into_iter().find_map(|file| {
        let found = match is_left {
            true => cpp_text::asked(file, &mut session.sources),
            false => cpp_text::choice(file, &mut session.sources),
        };
        found.map(|at| FileRange { file, start: at.start as u32, end: at.end as u32 })
    });
    let Some(place) = place else { return false };
    let message = "`__CUDA_ARCH__` has a value in functions of the device, and none in those of the host";
    let refused = Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, session.sources.map.span(place), message);
    session.sink.push(match is_left {
        true => refused
            .note("a program that asks for it is read by the C++ compiler, and there is none")
            .help("install `c++`, or name it in `CXX`"),
        false => refused
            .note("the file is read once here, for host and device: kernels would get the host's lines")
            .help("leave the lines of the device alone there"),
    });
    is_left
}
const ARCH: &[u8] = b"__CUDA_ARCH__";

/// Where kernels run other lines than on a GPU.
fn tell_of_ptx(session: &mut Session, read: &Read) {
    for (file, at) in &read.found.passed_over {
        let place = FileRange { file: *file, start: at.start as u32, end: at.end as u32 };
        let message = "inline PTX runs on NVIDIA GPUs alone: where this asks, the branch without it is read";
        session.sink.push(Diagnostic::new(&codes::PTX_PASSED_OVER, session.sources.map.span(place), message));
    }
}

/// Bodies of functions are there for host and device; what stands outside of them is there once.
fn refuse_choices(session: &mut Session, read: &Read) -> bool {
    let mut found = Vec::new();
    for &file in &read.files {
        let choices = cpp_text::refused_choices(file, &mut session.sources, &read.macros);
        found.extend(choices.into_iter().map(|(choice, at)| {
            let place = FileRange { file, start: at.start as u32, end: at.end as u32 };
            refused_choice(&choice, session.sources.map.span(place))
        }));
    }
    let is_refused = !found.is_empty();
    if is_refused {
        session.sink.take();
    }
    found.into_iter().for_each(|found| session.sink.push(found));
    is_refused
}

/// What the C++ compiler takes in a kernel that runs here, and nvcc does not.
fn refuse_host_only(session: &mut Session, read: &Read) -> bool {
    let mut found = Vec::new();
    for &file in &read.files {
        for (words, at) in cpp_text::host_only(file, &mut session.sources, &read.macros) {
            let place = FileRange { file, start: at.start as u32, end: at.end as u32 };
            let message = format!("`{words}` is the host's, and stands in a function of the device");
            found.push(
                Diagnostic::new(&codes::HOST_FUNCTION_ON_DEVICE, session.sources.map.span(place), message)
                    .note("kernels have no exceptions, no types at run time, and no library of the host's"),
            );
        }
    }
    let is_refused = !found.is_empty();
    if is_refused {
        session.sink.take();
    }
    found.into_iter().for_each(|found| session.sink.push(found));
    is_refused
}

fn refused_choice(choice: &RefusedChoice, at: Span) -> Diagnostic {
    let (message, help) = match choice {
        RefusedChoice::Functions => (
            "`__CUDA_ARCH__` chooses between whole functions here, or in the head of one".to_owned(),
            "write one function, and the `#if` between the braces of its body",
        ),
        RefusedChoice::Declarations => (
            "`__CUDA_ARCH__` chooses between declarations of the same name here, or between headers"
                .to_owned(),
            "give host and device names of their own, and choose between them in the bodies of functions",
        ),
        RefusedChoice::Macro(name) => (
            format!(
                "`{name}` has one value for the device and another one for the host, and stands outside of functions"
            ),
            "use it between the braces of a function",
        ),
    };
    Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, at, message)
        .note("with `--target cpu` a file is read once, for host and device: kernels would get the host's")
        .help(help)
}

/// Do both object to the same line, or we to a rule of CUDA? What else the C++ compiler takes is no
/// mistake of the program's.
fn are_told_alike(session: &Session, found: &[Diagnostic]) -> bool {
    let is_rule = |ours: &Diagnostic| {
        [&codes::CAST_MISSING, &codes::JUMP_PAST_INITIALISER, &codes::NOT_IN_CPP].contains(&ours.code)
    };
    if session.sink.diagnostics().iter().any(is_rule) {
        return true;
    }
    let line = |diagnostic: &Diagnostic| {
        let (file, place) = session.sources.map.written_line_column(diagnostic.primary.span.lo)?;
        Some((session.sources.map.file(file).name.clone(), place.line))
    };
    let theirs: Vec<_> = found.iter().filter_map(line).collect();
    let ours = session.sink.diagnostics().iter().filter(|ours| ours.severity() == Severity::Error);
    ours.filter_map(line).any(|place| theirs.contains(&place))
}

/// Is only asked what kernels do, and not whether the program is right?
fn is_about_kernels(goal: Goal) -> bool {
    matches!(goal, Goal::ExplainAccesses { .. } | Goal::Coalesce(_))
}

fn is_missing_header(found: &Diagnostic) -> bool {
    *found.code == codes::HEADER_OF_A_LIBRARY
}

/// A header that nobody has, where kernels are read without it.
fn host_not_compiled(missing: &Diagnostic) -> Diagnostic {
    let message = format!("{}: host code is not compiled", missing.message);
    Diagnostic::new(&codes::DEVICE_CODE_NOT_READ, missing.primary.span, message)
        .note("kernels are read without it; of templates, those that only the host's code names are not")
        .help("name its folder with `-I`")
}

/// The host's side.
fn host(session: &mut Session, inputs: &[Input], place: Device) -> (Compiled, Read) {
    session.sources.traced = session.options.traced;
    let (units, read) = files::units(session, inputs, place);
    let beside = cuda_runtime::files_for_cpp(place);
    let mut compiled = Compiled { units, beside, ..Compiled::default() };
    // The compiler reads these files, and takes no mark.
    compiled.take_line_maps(&hir::Program::default(), &session.sources);
    (compiled, read)
}

/// The device's side. What of it cannot be read is an error where it must be, and a remark where
/// the program is only looked at.
fn device(
    session: &mut Session,
    inputs: &[Input],
    goal: Goal,
    (objects, is_host_compiled): (Vec<Vec<u8>>, bool),
) -> DeviceSide {
    let mut side = DeviceSide::default();
    let mut units = device_side::units(session, inputs, &mut side);
    let (names, has_templates) = device_side::kernel_names(session, &units);
    let mut objects = objects;
    if objects.is_empty() && has_templates && is_host_compiled {
        // Which instances there are, the compiler tells of a host whose kernels are elsewhere.
        let (compiled, _) = host(session, inputs, Device::Elsewhere);
        objects = verdict(session, &compiled, |build, folder| build.cpp_objects(folder)).unwrap_or_default();
    }
    let instances: Vec<Vec<Instance>> =
        objects.iter().map(|object| instances::in_object(object, &names)).collect();
    device_side::read(session, &mut units, (&instances, is_host_compiled), &mut side);
    let unread = std::mem::take(&mut side.unread);
    match goal {
        Goal::Translate(_) => unread.into_iter().for_each(|error| session.sink.push(error)),
        _ => unread.iter().for_each(|error| session.sink.push(device_side::remark(error, is_host_compiled))),
    }
    side
}

/// Does the compiler take it, and what does it make?
fn verdict<T>(
    session: &Session,
    compiled: &Compiled,
    ask: fn(&Build<'_>, &Path) -> Result<T, BuildError>,
) -> Result<T, Vec<Diagnostic>> {
    let said = |message: String| vec![Diagnostic::new(&codes::NOT_CPP, Span::BUILTIN, message)];
    let folder = Temporary::folder().map_err(|error| said(error.to_string()))?;
    let build = Build {
        session,
        compiled,
        target: Target::Cpu,
        product: Product::Program,
        named: None,
        is_kept: true,
    };
    match ask(&build, folder.path()) {
        Ok(made) => Ok(made),
        Err(BuildError::Failed { output, .. }) => {
            Err(messages::diagnostics(&output, &session.sources, compiled))
        }
        Err(error) => Err(said(error.to_string())),
    }
}
