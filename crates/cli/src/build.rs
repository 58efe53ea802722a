//! `warploom build` and `warploom run`: executables through the compilers of
//! the machine.

use std::path::{Path, PathBuf};

use ::translate::cuda::Layout;
use clap::ArgMatches;
use driver::build::{Build, BuildError, Product, cuda_compiler, has_gpu};
use driver::cache::{Cache, Made, make_apart};
use driver::cleanup::Temporary;
use driver::output::{OutputFile, Outputs};
use driver::{Goal, Target};
use source::shown;

use crate::Status;
use crate::args::{BuildArgs, BuildTarget, CompileArgs, Format, RunArgs};
use crate::compile::{self, Done, is_linked};
use crate::dependencies::Dependencies;
use crate::execute::execute;
use crate::levels::Remarks;
use crate::program::Program;
use crate::simulate;
use crate::terminal::Terminal;
use crate::verify;

/// Builds a program, or with `-c` an object of each input.
pub fn build(args: &BuildArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let target = choose(args.target, terminal);
    if !args.compile_only {
        let output = args.output.clone().unwrap_or_else(|| PathBuf::from("a.out"));
        let product = Wanted { product: Product::Program, may_be_plain: args.plain, open_cl: Some(args) };
        return build_one(&args.compile, product, &output, target, matches, terminal);
    }
    let sources: Vec<&PathBuf> = args.compile.files.iter().filter(|file| !is_linked(file)).collect();
    if args.output.is_some() && sources.len() > 1 {
        terminal.error("`-c` with `-o` takes one input: each becomes an object of its own");
        return Status::Usage;
    }
    for source in sources {
        let output = args.output.clone().unwrap_or_else(|| object_of(source));
        let alone = CompileArgs { files: vec![source.clone()], ..args.compile.clone() };
        // One of several: others have the directives.
        let product = Wanted { product: Product::Object, may_be_plain: true, open_cl: None };
        match build_one(&alone, product, &output, target, matches, terminal) {
            Status::Success => {}
            status => return status,
        }
    }
    Status::Success
}

/// `dir/a.c` becomes `a.o`, here.
fn object_of(source: &Path) -> PathBuf {
    PathBuf::from(source.file_name().unwrap_or("stdin".as_ref())).with_extension("o")
}

/// What is to be made, of what.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    product: Product,
    may_be_plain: bool,
    /// What the runtime of OpenCL's hosts may have asked for.
    open_cl: Option<&'a BuildArgs>,
}

fn build_one(
    args: &CompileArgs,
    Wanted { product, may_be_plain, open_cl }: Wanted<'_>,
    output: &Path,
    target: Target,
    matches: &ArgMatches,
    terminal: &mut Terminal,
) -> Status {
    let goal = Goal::Translate(target);
    let separate = product == Product::Object;
    let mut options = driver::Options { separate, may_be_plain, ..args.cc.options(matches) };
    if let Some(asked) = open_cl {
        options.work_dimensions = asked.work_dimensions;
        options.work_offset = std::array::from_fn(|at| asked.work_offset.get(at).copied().unwrap_or(0));
        let text = asked.open_cl_options.as_deref().unwrap_or_default();
        if let Err(error) = driver::open_cl_runtime::build_options::apply(text, &mut options) {
            terminal.error(error);
            return Status::Usage;
        }
    }
    let done = compile::attempt(args, options, goal, terminal)
        .and_then(|attempt| attempt.finish(args, goal, Format::Text, Remarks::Short, terminal));
    let done = match done {
        Ok(done) => done,
        Err(status) => return status,
    };
    let mut outputs = Outputs::new(&done.session, &args.files);
    let written = write_built(args, &done, product, output, target, &mut outputs, terminal);
    written.err().unwrap_or(Status::Success)
}

/// Compiles in a folder of its own, and writes the result to its place when it is whole.
fn write_built(
    args: &CompileArgs,
    done: &Done,
    product: Product,
    output: &Path,
    target: Target,
    outputs: &mut Outputs,
    terminal: &mut Terminal,
) -> Result<(), Status> {
    let mut failed = |error: &dyn std::fmt::Display| {
        terminal.error(error);
        Status::Usage
    };
    outputs.allow(output).map_err(|error| failed(&error))?;
    let folder = temporary_folder().map_err(|error| failed(&error))?;
    let made = folder.path().join("output");
    let place = Place { named: Some(output), is_kept: true, folder: folder.path() };
    make(done, product, target, place, &made, terminal)?;
    let mut failed = |error: &dyn std::fmt::Display| {
        terminal.error(error);
        Status::Usage
    };
    let bytes = std::fs::read(&made).map_err(|error| failed(&error))?;
    let executable = product == Product::Program;
    let file = OutputFile { path: output, bytes: &bytes, executable };
    outputs.write_all(&[file]).map_err(|error| failed(&error))?;
    let dependencies = Dependencies::read(&args.cc.depend);
    dependencies.write(&done.session, output, outputs).map_err(|error| failed(&error))
}

fn temporary_folder() -> Result<Temporary, String> {
    Temporary::folder().map_err(|error| {
        format!("cannot make a folder in `{}`: {error}; set TMPDIR to one", shown(&std::env::temp_dir()))
    })
}

/// Builds in the cache, unless it is there already, and runs.
pub fn run(args: &RunArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let target = args.target.build_target().map_or(Target::Sim, |target| choose(target, terminal));
    if args.findings.is_some() && target != Target::Sim {
        terminal.error("`--findings` is for `--target sim`: nothing else finds anything");
        return Status::Usage;
    }
    if args.verify {
        return verify::run(args, matches, target, terminal);
    }
    let mut options = args.compile.cc.options(matches);
    let is_on_processor = || !driver::devices::may_have_open_cl_gpu();
    if matches!(target, Target::OpenCl(_)) && options.gpu.is_none() && is_on_processor() {
        options.gpu = Some(gpu::Gpu::Processor);
    }
    let (done, made) = match make_in_cache(&args.compile, options, target, !args.no_cache, terminal) {
        Ok(made) => made,
        Err(status) => return status,
    };
    let mut program = Program::new(&made.executable, &args.arguments);
    match target {
        Target::Sim => simulate::run(done, program, args, terminal),
        Target::OpenCl(_) => {
            program.command.envs(device_variables(args, terminal));
            execute(program, args.timeout, terminal)
        }
        _ => execute(program, args.timeout, terminal),
    }
}

/// What an OpenCL program is told about devices.
pub(crate) fn device_variables(args: &RunArgs, terminal: &Terminal) -> Vec<(&'static str, String)> {
    let chosen = args.open_cl_device.iter().map(|device| ("WARPLOOM_DEVICE", device.clone()));
    let listed = terminal.is_verbose().then(|| ("WARPLOOM_LIST_DEVICES", String::from("1")));
    chosen.chain(listed).collect()
}

/// The program and its executable, in the cache unless it is not wanted or not possible.
pub(crate) fn make_in_cache(
    args: &CompileArgs,
    options: driver::Options,
    target: Target,
    cached: bool,
    terminal: &mut Terminal,
) -> Result<(Done, Made), Status> {
    let goal = args.dump.map_or(Goal::Translate(target), |dump| Goal::Dump(dump.phase()));
    let attempt = compile::attempt(args, options, goal, terminal)?;
    let mut found = None;
    let mut cache = None;
    if let Some((session, compiled)) = attempt.made().filter(|_| cached) {
        let build =
            Build { session, compiled, target, product: Product::Program, named: None, is_kept: cached };
        cache = Cache::open().filter(|_| build.is_cacheable()).map(|cache| (cache, build.key()));
        found = cache.as_ref().and_then(|(cache, key)| cache.find(key));
    }
    // What was said when the program was built is not said again.
    let remarks = if found.is_some() { Remarks::Hidden } else { Remarks::Short };
    let done = attempt.finish(args, goal, Format::Text, remarks, terminal)?;
    if args.dump.is_some() {
        terminal.out(done.compiled.text.as_bytes());
        return Err(Status::Success);
    }
    if let Some(found) = found {
        return Ok((done, found));
    }
    let build = |folder: &Path, program: &Path, terminal: &mut Terminal| {
        let place = Place { named: None, is_kept: cached, folder };
        make(&done, Product::Program, target, place, program, terminal)
    };
    let private = cache.as_ref().and_then(|(cache, _)| cache.private_folder().ok());
    let made = match (cache, private) {
        (Some((cache, key)), Some(private)) => {
            cache.make(&key, private, |folder, program| build(folder, program, terminal))
        }
        _ => {
            let folder = temporary_folder().map_err(|error| {
                terminal.error(error);
                Status::Usage
            })?;
            make_apart(folder, |folder, program| build(folder, program, terminal))
        }
    };
    made.map(|made| (done, made))
}

/// Where something is built.
pub(crate) struct Place<'a> {
    /// What the user called the output, if that was said.
    pub(crate) named: Option<&'a Path>,
    /// May parts of it be kept in the cache?
    pub(crate) is_kept: bool,
    /// Everything on the way goes there.
    pub(crate) folder: &'a Path,
}

pub(crate) fn make(
    done: &Done,
    product: Product,
    target: Target,
    Place { named, is_kept, folder }: Place<'_>,
    output: &Path,
    terminal: &mut Terminal,
) -> Result<(), Status> {
    let progress = terminal.progress("compiling");
    let build = Build { session: &done.session, compiled: &done.compiled, target, product, named, is_kept };
    let built = build.make(folder, output);
    drop(progress);
    match built {
        Ok(said) => {
            // What the user's compiler says about the user's text.
            if !said.is_empty() && !terminal.is_quiet() {
                terminal.err(&said);
            }
            Ok(())
        }
        Err(error) => {
            let status = if is_about_the_text(&error, done) { Status::Errors } else { Status::Usage };
            terminal.error(error);
            Err(status)
        }
    }
}

/// A compiler that was asked for warnings may fail on the user's text, by `-Werror`.
fn is_about_the_text(error: &BuildError, done: &Done) -> bool {
    let asked = !done.session.options.passed.warnings.is_empty();
    matches!(error, BuildError::Failed { output, .. } if asked && output.contains("[-Werror"))
}

/// `auto` looks for a GPU and its compiler, and says once what it found.
pub(crate) fn choose(target: BuildTarget, terminal: &mut Terminal) -> Target {
    let cuda = Target::Cuda(Layout::Split);
    match target {
        BuildTarget::Cuda => cuda,
        BuildTarget::Hip => Target::Hip(Layout::Split),
        BuildTarget::Opencl => Target::OpenCl(Layout::OneFile),
        BuildTarget::Cpu => Target::Cpu,
        BuildTarget::Auto if has_gpu() && cuda_compiler().is_ok() => {
            terminal.say("target cuda: a GPU and nvcc were found");
            cuda
        }
        BuildTarget::Auto if driver::devices::has_open_cl_gpu() => {
            terminal.say("target opencl: a GPU with an OpenCL driver was found");
            Target::OpenCl(Layout::OneFile)
        }
        BuildTarget::Auto => {
            terminal.say("target cpu: no GPU with nvcc was found");
            Target::Cpu
        }
    }
}
