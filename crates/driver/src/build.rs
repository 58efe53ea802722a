//! Building executables with the compilers of the machine.
//!
//! The CPU target needs `cc`, the CUDA target `nvcc` (and the host compiler
//! it brings). Sources go to a folder that the caller owns; nothing is left
//! beside the user's files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use translate::Role;

use crate::language;
use crate::options::{MacroOption, Options};
use crate::pipeline::Compiled;
use crate::session::Session;
use crate::translation::{Target, UnitOutput};

/// What is needed beyond the sources.
#[derive(Clone, Debug, Default)]
pub struct Linking {
    /// `-l`, `-L`, objects and archives, in order, as given.
    pub arguments: Vec<OsString>,
}

/// Why an executable could not be made.
#[derive(Debug)]
pub enum BuildError {
    /// No such compiler on this machine: its name and what to do.
    Missing(&'static str, &'static str),
    /// The compiler ran and failed.
    Failed {
        /// What was run.
        compiler: PathBuf,
        /// What it printed.
        output: String,
    },
    /// The system said no.
    Io(PathBuf, std::io::Error),
}

/// Makes an executable from translated units.
pub fn build(
    session: &Session,
    compiled: &Compiled,
    target: Target,
    folder: &Path,
    executable: &Path,
    linking: &Linking,
) -> Result<(), BuildError> {
    let units = compiled.units.as_slice();
    let mut sources = write_sources(session, units, folder)?;
    for (name, text) in &compiled.beside {
        let path = folder.join(name);
        write(&path, text.as_bytes())?;
        sources.extend(name.ends_with(".c").then_some(path));
    }
    let quote = |flags: Vec<OsString>| match target {
        Target::Cpu | Target::Sim => flags,
        // nvcc knows no `-iquote`; the host compiler behind it does.
        Target::Cuda(_) => flags.into_iter().flat_map(|flag| [OsString::from("-Xcompiler"), flag]).collect(),
    };
    let mut command = match target {
        Target::Cpu => {
            let mut command = Command::new(c_compiler()?);
            command.arg(optimisation(&session.options, "-O3")).arg("-fopenmp");
            command
        }
        Target::Sim => {
            let mut command = Command::new(c_compiler()?);
            command.arg(optimisation(&session.options, "-O2"));
            command
        }
        Target::Cuda(_) => {
            let mut command = Command::new(cuda_compiler()?);
            command.arg(optimisation(&session.options, "-O3"));
            if has_gpu() {
                command.arg("-arch=native");
            }
            command
        }
    };
    if compiled.has_runtime() {
        command.arg("-w").arg("-I").arg(folder);
    }
    command.args(preprocessor_flags(&session.options, target));
    command.args(quote(input_folders(session, units)));
    command.args(&sources).arg("-o").arg(executable).args(&linking.arguments).arg("-lm");
    run_compiler(command)
}

/// Writes what is compiled: translated files, and inputs without directives
/// as they are. Included headers are found beside the original.
fn write_sources(session: &Session, units: &[UnitOutput], folder: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let mut paths = Vec::new();
    for (i, unit) in units.iter().enumerate() {
        let input = session.sources.map.file(unit.input.file);
        if unit.files.is_empty() {
            if input.name == "<stdin>" {
                let path = folder.join(format!("{i}-stdin.c"));
                write(&path, &input.bytes)?;
                paths.push(path);
            } else {
                paths.push(PathBuf::from(&input.name));
            }
            continue;
        }
        let stem =
            Path::new(&input.name).file_stem().map_or("input".into(), |s| s.to_string_lossy().into_owned());
        for file in &unit.files {
            let name = match file.role {
                Role::Whole | Role::Host => format!("{i}-{stem}.c"),
                Role::Kernels => format!("{i}-{stem}.kernels.cu"),
                Role::Launchers => format!("{i}-{stem}.launchers.c"),
            };
            let path = folder.join(name);
            write(&path, &file.bytes)?;
            paths.push(path);
        }
    }
    Ok(paths)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    std::fs::write(path, bytes).map_err(|error| BuildError::Io(path.to_path_buf(), error))
}

/// `#include "x.h"` means beside the input, which the output is not.
fn input_folders(session: &Session, units: &[UnitOutput]) -> Vec<OsString> {
    let mut flags = Vec::new();
    for unit in units.iter().filter(|unit| !unit.files.is_empty()) {
        let name = Path::new(&session.sources.map.file(unit.input.file).name);
        let folder = name.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let flag = OsString::from("-iquote");
        flags.extend([flag, folder.as_os_str().to_os_string()]);
    }
    flags
}

/// The user's `-I`, `-D` and the like, for the compiler of the output.
fn preprocessor_flags(options: &Options, target: Target) -> Vec<OsString> {
    let mut flags = Vec::new();
    for folder in &options.include {
        flags.push("-I".into());
        flags.push(folder.clone().into_os_string());
    }
    for folder in &options.system_include {
        flags.push("-isystem".into());
        flags.push(folder.clone().into_os_string());
    }
    for option in &options.macros {
        match option {
            MacroOption::Define(text) => flags.push(format!("-D{text}").into()),
            MacroOption::Undefine(name) => flags.push(format!("-U{name}").into()),
        }
    }
    for file in &options.forced_include {
        flags.push("-include".into());
        flags.push(file.clone().into_os_string());
    }
    if let (Some(standard), Target::Cpu) = (&options.standard, target) {
        flags.extend(language::of_translated(standard).into_iter().map(Into::into));
    }
    flags
}

fn optimisation(options: &Options, otherwise: &str) -> String {
    options.optimize.as_ref().map_or_else(|| otherwise.to_string(), |level| format!("-O{level}"))
}

fn run_compiler(mut command: Command) -> Result<(), BuildError> {
    let compiler = PathBuf::from(command.get_program());
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| BuildError::Io(compiler.clone(), error))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(BuildError::Failed { compiler, output: text })
}

/// `$CC`, or `cc` of the path.
fn c_compiler() -> Result<PathBuf, BuildError> {
    crate::toolchain::compiler_path()
        .ok_or(BuildError::Missing("a C compiler", "install gcc or clang, or set CC to one"))
}

/// `$NVCC`, `nvcc` of the path, of `$CUDA_HOME`, or of the usual folder.
pub fn cuda_compiler() -> Result<PathBuf, BuildError> {
    let set = std::env::var_os("NVCC").map(PathBuf::from);
    let home = std::env::var_os("CUDA_HOME").map(|home| Path::new(&home).join("bin/nvcc"));
    let usual = Some(PathBuf::from("/usr/local/cuda/bin/nvcc"));
    let on_path = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path).map(|dir| dir.join("nvcc")).find(|nvcc| nvcc.is_file())
    });
    [set, on_path, home, usual].into_iter().flatten().find(|nvcc| nvcc.is_file()).ok_or(BuildError::Missing(
        "nvcc",
        "install the CUDA toolkit, or set NVCC; `--target cpu` needs neither",
    ))
}

/// Is there an NVIDIA GPU with its driver?
pub fn has_gpu() -> bool {
    Path::new("/dev/nvidia0").exists() || Path::new("/proc/driver/nvidia/version").exists()
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::Missing(what, help) => write!(f, "{what} was not found: {help}"),
            BuildError::Failed { compiler, output } => {
                write!(f, "`{}` failed on the translated program:\n{}", compiler.display(), output.trim_end())
            }
            BuildError::Io(path, error) => write!(f, "`{}`: {error}", path.display()),
        }
    }
}
