//! The phases, in order.
//!
//! Every phase takes the result of the one before, adds what it finds to the
//! session's sink and returns its best result; between phases the pipeline
//! stops when there are errors, because what a later phase would say about a
//! broken program is noise.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::Ordering;

use source::{FileId, Span};
use syntax::{Dialect, Token, ast};
use translate::cuda_host;

use crate::access_lines;
use crate::annotating::{self, Annotated};
use crate::coalescing;
use crate::cpp::{self, Instead};
use crate::cuda_runtime;
use crate::guard::{InternalError, run_guarded};
use crate::habits;
use crate::language;
use crate::loader::Disk;
use crate::open_cl_runtime;
use crate::options::Phase;
use crate::porting;
use crate::preprocessing;
use crate::raising;
use crate::session::{Input, Session};
use crate::simulation::{self, Device, Parts};
use crate::translation::{self, Target, UnitOutput};
use crate::verify::{self, Rules};
use crate::versions::{self, Reading};

/// What a run is to end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Diagnostics only.
    Check,
    /// The same, and what is known of the program, for editors.
    Examine,
    /// The life of each array on host and device, told line by line.
    ExplainData,
    /// What is proven about each directive.
    Verdicts,
    /// What each access to device memory costs: as a table, or as lines for an editor.
    ExplainAccesses {
        /// JSON lines?
        as_json: bool,
    },
    /// The CUDA files with their kernels rewritten.
    Coalesce(coalesce::Settings),
    /// The CUDA files as sequential C with directives.
    Raise,
    /// The files with directives written into them.
    Annotate,
    /// The result of a phase, printed.
    Dump(Phase),
    /// The program as plain C.
    PlainC,
    /// The program for a target.
    Translate(Target),
}

/// What a run made.
#[derive(Debug, Default)]
pub struct Compiled {
    /// The text of a dump.
    pub text: String,
    /// The files of each input, for `Goal::Translate`.
    pub units: Vec<UnitOutput>,
    /// With `Options::verified`: the same as sequential C, and how results must agree.
    pub sequential: Option<(Vec<UnitOutput>, Rules)>,
    /// Files that belong beside the translated ones, by name: the header they
    /// share if they are several, CUDA's runtime where there is no CUDA. Those
    /// that end in `.c` are compiled with them.
    pub beside: Vec<(&'static str, String)>,
    /// Headers of the user's that were ported with the inputs.
    pub headers: Vec<porting::Header>,
    /// The rewritten kernels of each input, for `Goal::Coalesce`.
    pub rewritten: Vec<(FileId, Vec<coalesce::Rewritten>)>,
    /// The text of each input in C, for `Goal::Raise`.
    pub raised: Vec<(FileId, Vec<u8>)>,
    /// The files with directives, and the verdict on every nest, for `Goal::Annotate`.
    pub annotated: Option<Annotated>,
    /// The simulated device, for `Target::Sim`.
    pub device: Option<Device>,
    /// The program and what is known of it, for `Goal::Examine`.
    pub examined: Option<Examined>,
}

/// A program that was read, and what is known of it.
#[derive(Debug, Default)]
pub struct Examined {
    /// As it is meant, after recipes and with the kernels' calls expanded.
    pub program: hir::Program,
    /// The facts of each unit; empty where errors came before the analysis.
    pub facts: Vec<analyze::Facts>,
}

impl Compiled {
    /// Takes the marks out of the files: where their lines came from.
    pub(crate) fn take_line_maps(&mut self, program: &hir::Program, sources: &source::Sources) {
        let sequential = self.sequential.iter_mut().flat_map(|(units, _)| units);
        self.units.iter_mut().chain(sequential).for_each(|unit| unit.take_line_maps(program, sources));
    }

    /// Is the program a host of OpenCL's?
    pub fn loads_kernels(&self) -> bool {
        self.beside.iter().any(|(name, _)| *name == "CL/cl.h")
    }

    /// Does the program bring CUDA's runtime with it?
    pub fn has_runtime(&self) -> bool {
        self.beside.iter().any(|(name, _)| *name == cuda_runtime::HEADER)
    }
}

/// Runs the phases over all inputs and returns what the goal asks for;
/// diagnostics are in the session's sink.
pub fn compile(session: &mut Session, inputs: &[Input], goal: Goal) -> Result<Compiled, InternalError> {
    run_guarded(|| match goal {
        Goal::Annotate => {
            Compiled { annotated: annotating::annotate(session, inputs), ..Compiled::default() }
        }
        _ => compile_unguarded(session, inputs, goal),
    })
}

pub(crate) fn compile_unguarded(session: &mut Session, inputs: &[Input], goal: Goal) -> Compiled {
    let mut reading = Reading::new(inputs);
    loop {
        match attempt(session, &reading, goal) {
            Attempt::Done(compiled) => {
                versions::say_once(session);
                habits::misspelled(&session.sources, &mut session.sink);
                return *compiled;
            }
            Attempt::Again(again) => reading = again,
        }
    }
}

/// All inputs read and typed, and nothing else; `None` when there are errors.
pub(crate) fn read_program(session: &mut Session, inputs: &[Input]) -> Option<hir::Program> {
    let mut program = program_for(session, Goal::Check);
    for &input in inputs {
        front_end(session, input, Goal::Check, &mut program, &mut String::new());
    }
    settle(&mut program);
    (!session.sink.has_errors()).then_some(program)
}

/// A program that nothing is in yet, for the device that was asked for, or else the target's usual one.
fn program_for(session: &Session, goal: Goal) -> hir::Program {
    let asked = session.options.gpu;
    let device = match goal {
        Goal::Translate(Target::Hip(_)) => gpu::Device::of(asked.unwrap_or(gpu::Gpu::Mi250x)),
        Goal::Translate(Target::OpenCl(_)) => gpu::Device::of_open_cl(asked.unwrap_or_default()),
        _ => gpu::Device::of(asked.unwrap_or_default()),
    };
    hir::Program { device, ..hir::Program::default() }
}

/// How a run over the inputs ended.
enum Attempt {
    /// With what it made.
    Done(Box<Compiled>),
    /// What was found out asks for reading the program in another way.
    Again(Reading),
}

/// One translation unit, added to the program: its index there. `None` when
/// errors stopped it, or the goal was met on the way.
pub(crate) fn front_end(
    session: &mut Session,
    input: Input,
    goal: Goal,
    program: &mut hir::Program,
    text: &mut String,
) -> Option<usize> {
    let before = session.sink.error_count();

    let tokens = preprocess(session, input);
    if goal == Goal::Dump(Phase::Tokens) {
        *text += &syntax::dump_tokens::dump_tokens(&tokens, &session.sources);
        return None;
    }
    stop_on_errors(session, before)?;

    let tree = parse(session, &tokens, input.dialect);
    if goal == Goal::Dump(Phase::Ast) {
        *text += &ast::dump::dump(&tree, &session.sources);
        return None;
    }
    stop_on_errors(session, before)?;

    let unit = resolve(session, &tree, input.dialect, program);
    if goal == Goal::Dump(Phase::Hir) {
        *text += &emit::c::dump(program, &session.sources, unit);
        return None;
    }
    stop_on_errors(session, before)?;

    if goal == Goal::PlainC {
        *text += &print_c(session, program, unit);
        return None;
    }
    Some(unit)
}

/// Reads one text as a program of its own, and analyses it if asked; what is wrong with it is in
/// the sink.
pub(crate) fn check_alone(session: &mut Session, input: Input, analysed: bool) {
    let mut program = program_for(session, Goal::Check);
    let unit = front_end(session, input, Goal::Check, &mut program, &mut String::new());
    let Some(unit) = unit.filter(|_| analysed) else { return };
    let replaced = carry_out_recipes(session, &mut program);
    if session.sink.has_errors() {
        return;
    }
    expand(session, &mut program, &HashSet::new());
    choose_geometry(session, &mut program);
    let facts = analyze(session, &mut program);
    if !session.sink.has_errors() {
        outline(session, &mut program, &facts[unit], &replaced[unit], unit);
    }
}

/// The program as the analyses see it, with what they found; what is wrong with it is in the sink.
/// `None` where it cannot be read.
pub(crate) fn analysed(
    session: &mut Session,
    inputs: &[Input],
) -> Option<(hir::Program, Vec<analyze::Facts>)> {
    let mut reading = Reading::new(inputs);
    loop {
        let mut program = program_for(session, Goal::Check);
        for &input in &reading.inputs {
            front_end(session, input, Goal::Check, &mut program, &mut String::new())?;
        }
        if let Some(again) = reading.scheduled(session, &mut program) {
            reading = again;
            continue;
        }
        carry_out_recipes(session, &mut program);
        if session.sink.has_errors() {
            return None;
        }
        expand(session, &mut program, &reading.placed);
        choose_geometry(session, &mut program);
        let facts = analyze(session, &mut program);
        match reading.again(session, &program, &facts) {
            Some(again) => reading = again,
            None => return Some((program, facts)),
        }
    }
}

/// One run over the inputs.
fn attempt(session: &mut Session, reading: &Reading, goal: Goal) -> Attempt {
    refuse_open_cl(session, &reading.inputs, goal);
    if session.sink.has_errors() && reading.inputs.iter().any(|input| input.dialect == Dialect::OpenCl) {
        return Attempt::Done(Box::default());
    }
    if let Some(compiled) = porting::instead(session, &reading.inputs, goal) {
        return Attempt::Done(Box::new(compiled));
    }
    let mut compiled = Compiled::default();
    let mut program = program_for(session, goal);
    let mut read = Vec::new();
    for &input in &reading.inputs {
        if session.is_stale() {
            break;
        }
        let input = match goal {
            Goal::Coalesce(_) => coalescing::in_cuda_words(session, input),
            _ => input,
        };
        let unit = front_end(session, input, goal, &mut program, &mut compiled.text);
        read.extend(unit.map(|unit| (input, unit)));
    }
    let mut host = None;
    let mut is_left = false;
    if goal == Goal::Translate(Target::Cpu) && !session.sink.has_errors() {
        is_left = cpp::leave_kernels(session, &program);
    }
    if matches!(goal, Goal::Translate(Target::Cpu | Target::Sim)) && !session.sink.has_errors() {
        is_left |= cpp::leave_same_names(session, &program);
    }
    if !session.sink.has_errors() {
        is_left |= cpp::leave_passes(session, &reading.inputs, goal);
    }
    if session.sink.has_errors() {
        match cpp::instead(session, &reading.inputs, goal, is_left) {
            Some(Instead::Done(compiled)) => return Attempt::Done(compiled),
            Some(Instead::Device(mut sides)) => {
                program = std::mem::take(&mut sides.device.program);
                read = std::mem::take(&mut sides.device.read);
                host = Some(sides);
            }
            None => {}
        }
    }
    // What a kernel calls may stand in any file: all are read before the
    // first is analysed, and an incomplete program is not analysed at all.
    if goal == Goal::Raise && !session.sink.has_errors() {
        compiled.raised = raising::raise_all(session, &mut program, &read);
        return Attempt::Done(Box::new(compiled));
    }
    let mut facts = Vec::new();
    if !session.sink.has_errors()
        && let Some(again) = reading.scheduled(session, &mut program)
    {
        return Attempt::Again(again);
    }
    if !session.sink.has_errors() && !read.is_empty() && !session.is_stale() {
        let replaced = carry_out_recipes(session, &mut program);
        if !session.sink.has_errors() {
            expand(session, &mut program, &reading.placed);
            if let Goal::Coalesce(settings) = goal {
                compiled.rewritten = coalescing::coalesce_all(session, &program, &read, settings);
                return Attempt::Done(Box::new(compiled));
            }
            choose_geometry(session, &mut program);
            if session.is_stale() {
                return Attempt::Done(Box::new(compiled));
            }
            facts = analyze(session, &mut program);
            if session.is_stale() {
                return Attempt::Done(Box::new(compiled));
            }
            if let Some(again) = reading.again(session, &program, &facts) {
                return Attempt::Again(again);
            }
            back_end(session, &read, goal, &mut program, (&facts, &replaced), &mut compiled);
            if let (Some(host), Goal::Translate(Target::Sim)) = (host, goal)
                && !session.sink.has_errors()
            {
                let device = compiled.device.take().map(|device| device.with_names(&host.device));
                compiled = Compiled { device, ..host.host };
            }
        }
    }
    let is_open_cl = open_cl_runtime::is_wanted(&session.sources);
    if let (Goal::Translate(target), false) =
        (goal, session.sink.has_errors() || session.options.may_be_plain || is_open_cl)
    {
        translation::require_directives(session, &compiled.units, target);
    }
    if goal == Goal::Examine {
        compiled.examined = Some(Examined { program, facts });
    }
    Attempt::Done(Box::new(compiled))
}

/// What OpenCL's files are not read for.
fn refuse_open_cl(session: &mut Session, inputs: &[Input], goal: Goal) {
    let Some(first) = inputs.iter().find(|input| input.dialect == Dialect::OpenCl) else { return };
    let has_host = inputs.iter().any(|input| input.dialect == Dialect::C);
    let (what, help) = match goal {
        Goal::Raise | Goal::Annotate => {
            ("OpenCL files are not rewritten as C", "`warploom coalesce` makes their accesses better")
        }
        Goal::Translate(Target::Sim) if !has_host => (
            "an OpenCL file has kernels and nothing that starts them",
            "name the host program too: `run --target sim host.c`",
        ),
        Goal::Translate(Target::Cuda(_) | Target::Hip(_)) => (
            "OpenCL files are not translated to other languages of GPUs",
            "run the host with `--target cpu` or `sim`",
        ),
        Goal::Translate(Target::OpenCl(_)) if !has_host => {
            ("an OpenCL file needs no translation to OpenCL", "name the host program too")
        }
        _ => return,
    };
    let start = session.sources.map.span(source::FileRange { file: first.file, start: 0, end: 0 });
    let refused = diagnostics::Diagnostic::new(&diagnostics::codes::NOTHING_TO_TRANSLATE, start, what);
    session.sink.push(refused.help(help));
}

/// From the typed program to a target's text. What a function finds on the
/// device is its callers' doing, so the program is analysed as a whole.
fn back_end(
    session: &mut Session,
    read: &[(Input, usize)],
    goal: Goal,
    program: &mut hir::Program,
    (facts, replaced): (&[analyze::Facts], &[Vec<hir::ReplacedLoop>]),
    compiled: &mut Compiled,
) {
    if !session.sink.has_errors() {
        habits::kernels(program, facts, &mut session.sink);
    }
    let taken_off = match session.sink.has_errors() {
        true => Vec::new(),
        false => habits::foreign_pragmas(program, replaced, &session.sources, &mut session.sink),
    };
    let is_written = |place: &Span| {
        let file = session.sources.map.file_at(place.lo);
        read.iter().any(|(input, _)| Some(input.file) == file)
    };
    if let Some(place) = taken_off.iter().find(|place| !is_written(place)) {
        session.sink.push(habits::in_included_file(*place));
    }
    if goal == Goal::ExplainData {
        let input = analyze::Input::new(program, &session.sources);
        compiled.text.extend(facts.iter().map(|facts| analyze::data_law::timeline::render(&input, facts)));
    }
    if goal == Goal::Verdicts {
        let input = analyze::Input::new(program, &session.sources);
        compiled.text = analyze::verdicts::render(&input, facts, session.sink.diagnostics());
    }
    if session.sink.has_errors() {
        return;
    }
    let input = analyze::Input::new(program, &session.sources);
    match goal {
        Goal::ExplainAccesses { as_json } => {
            let costs = analyze::access_report::costs(&input, facts, input.program.device.gpu);
            compiled.text += &match as_json {
                true => access_lines::render(&input, &costs),
                false => analyze::access_report::render(&input, &costs),
            };
        }
        Goal::Check | Goal::Examine => {
            analyze::access_report::tell(&input, input.program.device.gpu, &mut session.sink)
        }
        _ => {}
    }
    let has_directives = |facts: &&analyze::Facts| !(facts.kernels.is_empty() && facts.actions.is_empty());
    let with_directives = facts.iter().filter(has_directives).count();
    let several = with_directives > 1 || session.options.separate && with_directives > 0;
    let mut shared = BTreeSet::new();
    session.sources.traced = session.options.traced && matches!(goal, Goal::Translate(_));
    if let Goal::Translate(target) = goal {
        translation::refuse_parts(session, read, target);
    }
    let macros = translate::MacroTable::of(program, &session.sources);
    let mut parts = Parts::default();
    let mut sequential = Vec::new();
    for &(input, unit) in read {
        let mut kernels = outline(session, program, &facts[unit], &replaced[unit], unit);
        let map = &session.sources.map;
        let is_own = |place: &&Span| map.file_at(place.lo) == Some(input.file);
        let sites = taken_off.iter().filter(is_own).map(|place| kir::HostSite::new(*place, Vec::new()));
        if let Some(host) = kernels.host.iter_mut().find(|host| host.unit == unit) {
            host.sites.extend(sites);
        }
        if let (Goal::Translate(target), false) = (goal, session.sink.has_errors()) {
            let Session { sources, sink, timings, options, .. } = session;
            let shared = several.then_some(&mut shared);
            let (kir, file, macros) = (&kernels, input.file, &macros);
            let watched = options.verified;
            if watched {
                let shared = None;
                let unit = translate::Unit { program, kir, sources, unit, file, shared, macros, watched };
                sequential.extend(translation::spell_sequential(sink, unit, input));
            }
            let work = translate::Unit { program, kir, sources, unit, file, shared, macros, watched };
            let output =
                timings.measure("translate", || translation::spell(sink, work, input, target, &mut parts));
            compiled.units.extend(output);
        }
    }
    if several {
        let language = match goal {
            Goal::Translate(target) => target.language(),
            _ => lower::Language::Cuda,
        };
        compiled.beside.push((translate::prelude::HEADER, translate::prelude::header(language, &shared)));
    }
    let Goal::Translate(target) = goal else { return };
    if session.sink.has_errors() {
        return;
    }
    // A host reads its kernels when it runs; that they are right is known now.
    if read.iter().any(|(input, _)| input.dialect == Dialect::C) {
        compiled.units.retain(|unit| unit.input.dialect != Dialect::OpenCl);
    }
    if session.options.verified {
        let input = analyze::Input::new(program, &session.sources);
        let said = session.sink.diagnostics();
        let proven = analyze::verdicts::certificates::of_values(&input, facts, said);
        let rules = verify::Rules::new(program, &session.sources, target, proven);
        compiled.sequential = Some((sequential, rules));
        let (name, text) = verify::RUNTIME;
        compiled.beside.push((name, text.to_owned()));
    }
    match target {
        Target::Cuda(_) | Target::Hip(_) | Target::OpenCl(_) => {}
        Target::Sim => {
            let mut device = load_device(session, program, parts);
            device.proven = certificates(session, program, facts);
            compiled.device = Some(device);
            cuda_in_c(session, program, read, cuda_host::Device::Elsewhere, &mut compiled.units);
            compiled.beside.extend(runtime(session, cuda_host::Device::Elsewhere));
        }
        Target::Cpu if read.iter().all(|(input, _)| input.dialect == Dialect::OpenCl) => {
            cuda_in_c(session, program, read, cuda_host::Device::Here, &mut compiled.units);
            compiled.beside.extend(open_cl_runtime::files_for_kernels());
        }
        Target::Cpu
            if open_cl_runtime::is_wanted(&session.sources)
                || read.iter().any(|(input, _)| input.dialect == Dialect::Cuda) =>
        {
            cuda_in_c(session, program, read, cuda_host::Device::Here, &mut compiled.units);
            compiled.beside.extend(runtime(session, cuda_host::Device::Here));
        }
        Target::Cpu => {}
    }
    compiled.take_line_maps(program, &session.sources);
}

/// The runtime that hosts are linked with.
fn runtime(session: &Session, device: cuda_host::Device) -> Vec<(&'static str, String)> {
    match open_cl_runtime::is_wanted(&session.sources) {
        true => open_cl_runtime::files(device),
        false => cuda_runtime::files(device),
    }
}

/// CUDA files as C. They come last: making them C changes the program.
fn cuda_in_c(
    session: &mut Session,
    program: &mut hir::Program,
    units: &[(Input, usize)],
    device: cuda_host::Device,
    outputs: &mut [UnitOutput],
) {
    let is_cuda = |input: &Input| input.dialect != Dialect::C;
    let cuda: Vec<usize> = units.iter().filter(|(input, _)| is_cuda(input)).map(|&(_, unit)| unit).collect();
    let texts = cuda_host::host_parts(program, &mut session.sources, device, &cuda);
    let outputs = outputs.iter_mut().filter(|output| is_cuda(&output.input));
    for (output, text) in outputs.zip(texts) {
        *output = translation::cuda_in_c(output.input, &text);
    }
}

/// `None` when there are more errors than before this unit.
fn stop_on_errors(session: &Session, before: usize) -> Option<()> {
    (session.sink.error_count() == before).then_some(())
}

fn preprocess(session: &mut Session, input: Input) -> Vec<Token> {
    let options = preprocessing::options(session, input);
    preprocess_with(session, input, &options)
}

fn preprocess_with(session: &mut Session, input: Input, options: &syntax::preprocess::Options) -> Vec<Token> {
    let Session { sources, sink, timings, read, overlay, .. } = session;
    timings.measure("preprocess", || {
        syntax::preprocess::preprocess(input.file, options, &mut Disk { read, overlay }, sources, sink)
    })
}

/// The same for the device's part of a program in C++.
pub(crate) fn preprocess_for_device(
    session: &mut Session,
    input: Input,
    answers: Vec<syntax::preprocess::Answer>,
) -> Vec<Token> {
    let options =
        syntax::preprocess::Options { answers, ..preprocessing::options_for_device(session, input) };
    preprocess_with(session, input, &options)
}

/// Tokens as a unit of the program; `None` when there are errors.
pub(crate) fn typed(
    session: &mut Session,
    tokens: &[Token],
    dialect: Dialect,
    program: &mut hir::Program,
) -> Option<usize> {
    let before = session.sink.error_count();
    let Session { sources, sink, timings, .. } = session;
    let tree = timings.measure("parse", || syntax::parse::parse_kernels(tokens, sources, sink));
    stop_on_errors(session, before)?;
    let unit = resolve(session, &tree, dialect, program);
    stop_on_errors(session, before)?;
    Some(unit)
}

fn parse(session: &mut Session, tokens: &[Token], dialect: Dialect) -> ast::Unit {
    let Session { sources, sink, timings, .. } = session;
    timings.measure("parse", || syntax::parse::parse(tokens, dialect, sources, sink))
}

fn resolve(session: &mut Session, tree: &ast::Unit, dialect: Dialect, program: &mut hir::Program) -> usize {
    let mut options = language::options(session.options.standard.as_deref(), dialect);
    options.work_offset = session.options.work_offset;
    options.work_dimensions = session.options.work_dimensions;
    options.machine = session.toolchain.machine();
    let Session { sources, sink, timings, .. } = session;
    timings.measure("resolve", || resolve::resolve(tree, &options, program, sources, sink))
}

/// What only all files together tell of names and calls.
fn settle(program: &mut hir::Program) {
    expand::block_externs::remove(program);
    expand::old_style::convert_arguments(program);
}

/// The loops of the host that changed, per unit.
fn carry_out_recipes(session: &mut Session, program: &mut hir::Program) -> Vec<Vec<hir::ReplacedLoop>> {
    let Session { sources, sink, timings, .. } = session;
    settle(program);
    expand::second_names::replace(program, sources);
    timings.measure("recipes", || recipes::apply(program, sources, sink))
}

fn choose_geometry(session: &mut Session, program: &mut hir::Program) {
    let Session { sources, sink, .. } = session;
    recipes::geometry::choose(program, sources, sink);
}

fn expand(session: &mut Session, program: &mut hir::Program, placed: &HashSet<Span>) {
    let Session { sources, timings, .. } = session;
    timings.measure("expand", || expand::expand(program, sources, placed));
}

fn analyze(session: &mut Session, program: &mut hir::Program) -> Vec<analyze::Facts> {
    let Session { sources, sink, timings, stale, effort, .. } = session;
    let is_stale = || stale.load(Ordering::Relaxed);
    let facts = timings.measure("analyze", || analyze::analyze_until(program, sources, sink, &is_stale));
    effort.took(program.stmts.len() + facts.first().map_or(0, |facts| facts.record.followed));
    facts
}

fn outline(
    session: &mut Session,
    program: &mut hir::Program,
    facts: &analyze::Facts,
    replaced: &[hir::ReplacedLoop],
    unit: usize,
) -> kir::Program {
    let Session { sources, sink, timings, .. } = session;
    timings.measure("outline", || outline::outline(program, facts, replaced, unit, sources, sink))
}

fn load_device(session: &mut Session, program: &hir::Program, parts: Parts) -> Device {
    let Session { sources, sink, timings, .. } = session;
    timings.measure("load", || simulation::load(program, sources, parts, sink))
}

/// What the simulator can hold against the verdicts.
fn certificates(
    session: &mut Session,
    program: &hir::Program,
    facts: &[analyze::Facts],
) -> Vec<analyze::verdicts::certificates::Certificate> {
    let Session { sources, sink, timings, .. } = session;
    let input = analyze::Input::new(program, sources);
    let said = sink.diagnostics();
    timings.measure("verdicts", || analyze::verdicts::certificates::certificates(&input, facts, said))
}

fn print_c(session: &mut Session, program: &hir::Program, unit: usize) -> String {
    let Session { sources, timings, .. } = session;
    timings.measure("print", || emit::c::unit(program, sources, unit))
}
