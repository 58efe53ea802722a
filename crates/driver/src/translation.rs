//! Spelling a unit for a target, and what is said about it.

use diagnostics::{Diagnostic, Sink, codes};
use lower::Language;
use source::{FileRange, Sources};
use syntax::Dialect;
use translate::cuda::Layout;
use translate::{OutputFile, Role, Unit};

use crate::line_map::{self, LineMap};
use crate::session::{Input, Session};
use crate::simulation::Parts;

/// What a program is translated to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// CUDA C, in one file if the host can be C++.
    Cuda(Layout),
    /// The same in HIP.
    Hip(Layout),
    /// C, with kernels in OpenCL C.
    OpenCl(Layout),
    /// C with OpenMP.
    Cpu,
    /// Host C, and kernels for the simulator.
    Sim,
}

impl Target {
    /// The language of its kernels; the simulator's are CUDA's.
    pub fn language(self) -> Language {
        match self {
            Target::Hip(_) => Language::Hip,
            Target::OpenCl(_) => Language::OpenCl,
            Target::Cuda(_) | Target::Cpu | Target::Sim => Language::Cuda,
        }
    }
}

/// What one input became.
#[derive(Debug)]
pub struct UnitOutput {
    /// The input.
    pub input: Input,
    /// Its files; empty for a file without directives, which passes through.
    pub files: Vec<OutputFile>,
    /// Where the lines of each file came from, if that was asked.
    pub line_maps: Vec<LineMap>,
}

impl UnitOutput {
    pub(crate) fn new(input: Input, files: Vec<OutputFile>) -> UnitOutput {
        UnitOutput { input, files, line_maps: Vec::new() }
    }

    /// Takes the marks out of the files: where their lines came from.
    pub(crate) fn take_line_maps(&mut self, program: &hir::Program, sources: &source::Sources) {
        self.line_maps = line_map::take(&mut self.files, program, sources);
    }
}

/// Spells one unit. Files without a directive have no output, if they are as they were
/// written.
pub(crate) fn spell(
    sink: &mut Sink,
    unit: Unit<'_>,
    input: Input,
    target: Target,
    parts: &mut Parts,
) -> Option<UnitOutput> {
    if unit.kir.host.iter().all(|host| host.sites.is_empty()) {
        if let (Target::OpenCl(layout), Dialect::Cuda) = (target, input.dialect) {
            let spelled = translate::cuda_in_open_cl::translate(unit, layout);
            let spelled = spelled.map_err(|refused| sink.push(*refused)).ok()?;
            return Some(UnitOutput::new(input, spelled));
        }
        // A text that was made from the file has versions of its functions.
        let text = unit.sources.map.file(input.file);
        let is_whole = matches!(target, Target::Cpu | Target::OpenCl(_));
        let role = if is_whole { Role::Whole } else { Role::Host };
        let made = text.origin.is_some().then(|| OutputFile { role, bytes: text.bytes.to_vec() });
        return Some(UnitOutput::new(input, made.into_iter().collect()));
    }
    let is_watched = unit.watched;
    let spelled = match target {
        Target::Cpu => translate::cpu::translate(unit),
        Target::OpenCl(layout) => translate::open_cl::translate(unit, layout),
        Target::Cuda(layout) | Target::Hip(layout) => {
            translate::cuda::translate(unit, target.language(), layout).map(|output| {
                if layout == Layout::OneFile
                    && let Some(obstacle) = output.obstacles.first()
                {
                    sink.push(host_stays_c(obstacle, target));
                }
                output.files
            })
        }
        Target::Sim => translate::cuda::translate(unit, target.language(), Layout::Simulated).map(|output| {
            parts.kernels.extend(output.kernels);
            parts.constants.extend(output.constants);
            output.files
        }),
    };
    match spelled {
        Ok(files) if is_watched => Some(UnitOutput::new(input, files.into_iter().map(watched).collect())),
        Ok(files) => Some(UnitOutput::new(input, files)),
        Err(diagnostic) => {
            sink.push(*diagnostic);
            None
        }
    }
}

/// The unit as sequential C that tells what its arrays hold.
pub(crate) fn spell_sequential(sink: &mut Sink, unit: Unit<'_>, input: Input) -> Option<UnitOutput> {
    match translate::watch::sequential(unit) {
        Ok(files) => Some(UnitOutput::new(input, files.into_iter().map(watched).collect())),
        Err(diagnostic) => {
            sink.push(*diagnostic);
            None
        }
    }
}

/// The file with the declarations of what it calls.
fn watched(mut file: OutputFile) -> OutputFile {
    if matches!(file.role, Role::Whole | Role::Host) {
        file.bytes.splice(0..0, translate::watch::DECLARATIONS.bytes());
    }
    file
}

/// In OpenCL a CUDA file has its memory and its kernels for itself.
pub(crate) fn refuse_parts(session: &mut Session, read: &[(Input, usize)], target: Target) {
    let first = read.iter().find(|(input, _)| input.dialect == Dialect::Cuda);
    if let (Some((input, _)), Target::OpenCl(_), true) = (first, target, read.len() > 1) {
        let start = FileRange { file: input.file, start: 0, end: 0 };
        let message = "a CUDA program of several files is not translated to OpenCL";
        let diagnostic = Diagnostic::new(&codes::NOT_IN_OPENCL, session.sources.map.span(start), message)
            .help("put what uses the device in one file, or use `--target hip`");
        session.sink.push(diagnostic);
    }
}

/// What a CUDA file became, in C.
pub(crate) fn cuda_in_c(input: Input, text: &str) -> UnitOutput {
    let vectors = match input.dialect {
        Dialect::OpenCl => "#include \"open_cl_types.h\"\n",
        Dialect::C | Dialect::Cuda => "",
    };
    let bytes = format!("#include \"cuda_runtime.h\"\n{vectors}{text}").into_bytes();
    UnitOutput::new(input, vec![OutputFile { role: translate::Role::Host, bytes }])
}

/// "Nothing happened" is an error: a program without a directive is not what
/// somebody who translates it has in mind.
pub(crate) fn require_directives(session: &mut Session, units: &[UnitOutput], target: Target) {
    let Some(first) = units.first() else { return };
    // A CUDA file is built as it is.
    if target == Target::Cuda(Layout::Split) && units.iter().any(|u| u.input.dialect == Dialect::Cuda) {
        return;
    }
    if units.iter().all(|unit| unit.files.is_empty()) {
        let diagnostic = nothing_to_translate(&session.sources, first.input, units.len());
        session.sink.push(diagnostic);
    }
}

fn nothing_to_translate(sources: &Sources, input: Input, files: usize) -> Diagnostic {
    let start = FileRange { file: input.file, start: 0, end: 0 };
    let message = match files {
        1 => "this program has no `#pragma hicuda` directive: there is nothing to translate".to_string(),
        n => {
            format!("none of these {n} files has a `#pragma hicuda` directive: there is nothing to translate")
        }
    };
    Diagnostic::new(&codes::NOTHING_TO_TRANSLATE, sources.map.span(start), message)
        .help("mark a loop with `#pragma hicuda kernel NAME tblock(…) thread(…)` and `loop_partition`")
}

fn host_stays_c(obstacle: &translate::cxx::Obstacle, target: Target) -> Diagnostic {
    let note = match target {
        Target::Hip(_) => "HIP files are C++; the kernels go to a second file with C launchers",
        _ => "nvcc compiles `.cu` files as C++; the kernels go to a second file with C launchers",
    };
    Diagnostic::new(&codes::HOST_STAYS_C, obstacle.span, "the host part stays C, in a file of its own")
        .label(format!("{} is not C++", obstacle.what))
        .note(note)
}
