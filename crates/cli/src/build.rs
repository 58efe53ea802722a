//! `warploom build` and `warploom run`: executables through the compilers of
//! the machine.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use ::translate::cuda::Layout;
use clap::ArgMatches;
use driver::build::{Linking, cuda_compiler, has_gpu};
use driver::{Goal, Target};

use crate::Status;
use crate::args::{BuildArgs, BuildTarget, CompileArgs, Format, RunArgs};
use crate::compile::{self, Done, is_linked};
use crate::simulate;
use crate::terminal::Terminal;

/// Builds an executable.
pub fn build(args: &BuildArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let target = choose(args.target, terminal);
    let done = match compile::run(&args.compile, matches, Goal::Translate(target), Format::Text, terminal) {
        Ok(done) => done,
        Err(status) => return status,
    };
    let folder = std::env::temp_dir().join(format!("warploom-{}", std::process::id()));
    let status = make(&args.compile, &done, target, &folder, &args.output, terminal);
    // Best effort: a temporary folder that stays behind does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    status
}

/// Builds in the cache, unless it is there already, and runs.
pub fn run(args: &RunArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let target = args.target.build_target().map_or(Target::Sim, |target| choose(target, terminal));
    let (done, executable) = match make_in_cache(&args.compile, matches, target, terminal) {
        Ok(made) => made,
        Err(status) => return status,
    };
    match target {
        Target::Sim => simulate::run(done, &executable, args, terminal),
        _ => execute(&executable, &args.arguments, terminal),
    }
}

/// The program and its executable in the cache.
pub(crate) fn make_in_cache(
    args: &CompileArgs,
    matches: &ArgMatches,
    target: Target,
    terminal: &mut Terminal,
) -> Result<(Done, PathBuf), Status> {
    let done = compile::run(args, matches, Goal::Translate(target), Format::Text, terminal)?;
    let folder = cache_folder(args, &done, target);
    let executable = folder.join("program");
    if !executable.is_file() {
        let fresh = folder.join(format!("program.{}", std::process::id()));
        let status = make(args, &done, target, &folder, &fresh, terminal);
        if status != Status::Success {
            return Err(status);
        }
        if let Err(error) = std::fs::rename(&fresh, &executable) {
            terminal.error(format_args!("cannot write `{}`: {error}", executable.display()));
            return Err(Status::Usage);
        }
    }
    Ok((done, executable))
}

fn execute(executable: &Path, arguments: &[OsString], terminal: &mut Terminal) -> Status {
    match Command::new(executable).args(arguments).status() {
        Ok(status) => {
            say_signal(status, terminal);
            Status::Program(exit_code(status))
        }
        Err(error) => {
            terminal.error(format_args!("cannot run `{}`: {error}", executable.display()));
            Status::Usage
        }
    }
}

/// A program that crashed says nothing itself.
fn say_signal(status: std::process::ExitStatus, terminal: &mut Terminal) {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(signal @ (7 | 11)) => terminal.say(format_args!(
            "the program touched memory that is not its own (signal {signal}); \
             `--target sim` finds where a kernel does"
        )),
        Some(signal) => terminal.say(format_args!("the program was ended by signal {signal}")),
        None => {}
    }
}

/// A signal is reported the way shells do.
pub(crate) fn exit_code(status: std::process::ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => code as u8,
        (None, Some(signal)) => 128u8.wrapping_add(signal as u8),
        (None, None) => 1,
    }
}

fn make(
    args: &CompileArgs,
    done: &Done,
    target: Target,
    folder: &Path,
    executable: &Path,
    terminal: &mut Terminal,
) -> Status {
    if let Err(error) = std::fs::create_dir_all(folder) {
        terminal.error(format_args!("cannot make `{}`: {error}", folder.display()));
        return Status::Usage;
    }
    let linking = Linking { arguments: link_arguments(args) };
    terminal.progress("compiling");
    let built = driver::build::build(&done.session, &done.compiled, target, folder, executable, &linking);
    terminal.progress_done();
    match built {
        Ok(()) => Status::Success,
        Err(error) => {
            terminal.error(error);
            Status::Usage
        }
    }
}

fn link_arguments(args: &CompileArgs) -> Vec<OsString> {
    let objects = args.files.iter().filter(|path| is_linked(path)).map(|path| path.clone().into_os_string());
    objects.chain(args.cc.link_flags()).collect()
}

/// `auto` looks for a GPU and its compiler, and says once what it found.
fn choose(target: BuildTarget, terminal: &mut Terminal) -> Target {
    let cuda = Target::Cuda(Layout::Split);
    match target {
        BuildTarget::Cuda => cuda,
        BuildTarget::Cpu => Target::Cpu,
        BuildTarget::Auto if has_gpu() && cuda_compiler().is_ok() => {
            terminal.say("target cuda: a GPU and nvcc were found");
            cuda
        }
        BuildTarget::Auto => {
            terminal.say("target cpu: no GPU with nvcc was found");
            Target::Cpu
        }
    }
}

/// A folder of the cache that is the program's alone: named after everything
/// that goes into it.
fn cache_folder(args: &CompileArgs, done: &Done, target: Target) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    format!("{target:?} {:?}", done.session.options).hash(&mut hasher);
    format!("{:?}", done.session.toolchain.compiler).hash(&mut hasher);
    link_arguments(args).hash(&mut hasher);
    std::env::current_dir().ok().hash(&mut hasher);
    for (_, file) in done.session.sources.map.files() {
        file.name.hash(&mut hasher);
        file.bytes.hash(&mut hasher);
    }
    for unit in &done.compiled.units {
        for file in &unit.files {
            file.bytes.hash(&mut hasher);
        }
    }
    done.compiled.beside.hash(&mut hasher);
    let cache = driver::toolchain::cache_folder().unwrap_or_else(|| std::env::temp_dir().join("warploom"));
    cache.join("run").join(format!("{:016x}", hasher.finish()))
}
