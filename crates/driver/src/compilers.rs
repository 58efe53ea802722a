//! The compilers of the machine, as people name them.
//!
//! A variable holds a command, which may have arguments of its own:
//!
//! ```text
//! CC="gcc -m64"              gcc, with -m64 before everything else
//! CC="ccache gcc"            ccache, with gcc as its first argument
//! CC="warploom cc"           this program itself: not a compiler to call, so the next one is
//! CC="ccache warploom cc"    the same
//! WARPLOOM_CC=clang          the compiler behind, whatever CC says
//! NVCC="nvcc -ccbin g++-12"
//! HIPCC=/opt/rocm/bin/hipcc
//! ```

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::build::BuildError;
use crate::output::identity;

/// A compiler and the arguments that its variable gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// The executable.
    pub path: PathBuf,
    /// What comes before all other arguments.
    pub arguments: Vec<OsString>,
}

impl Compiler {
    /// A command that starts it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).env(BEHIND, self.called());
        command
    }

    /// How it is called, to be known again.
    fn called(&self) -> OsString {
        format!("{:?} {:?}", self.path, self.arguments).into()
    }

    /// From a line like `gcc -m64`; `None` if there is no such program, or it is this one.
    fn of(line: &OsStr) -> Option<Compiler> {
        let mut words = split_words(line).into_iter();
        let path = on_path(Path::new(&words.next()?))?;
        (!is_this_program(&path)).then(|| Compiler { path, arguments: words.collect() })
    }
}

/// Tells a compiler's children which compiler that is. A wrapper (`mpicc`, a script) may have `warploom cc` behind it, which
/// must not start the wrapper again.
const BEHIND: &str = "WARPLOOM_BEHIND";

static PREFERRED: OnceLock<Compiler> = OnceLock::new();

/// From here on this is the C compiler, whatever the variables say.
pub fn prefer(compiler: Compiler) {
    // The first one stays.
    let _ = PREFERRED.set(compiler);
}

/// `$WARPLOOM_CC`, `$CC`, or the first of the usual names on the path.
pub fn c_compiler() -> Option<Compiler> {
    if let Some(preferred) = PREFERRED.get() {
        return Some(preferred.clone());
    }
    for name in ["WARPLOOM_CC", "CC"] {
        let Some(line) = variable(name) else { continue };
        // As the first word, or behind a launcher: `ccache warploom cc`.
        let is_own = |word: &OsString| on_path(Path::new(word)).is_some_and(|path| is_this_program(&path));
        if split_words(&line).iter().any(is_own) {
            continue;
        }
        let compiler = Compiler::of(&line);
        let is_behind = |compiler: &Compiler| Some(compiler.called()) == variable(BEHIND);
        if !compiler.as_ref().is_some_and(is_behind) {
            return compiler;
        }
    }
    ["cc", "gcc", "clang"].iter().find_map(|name| Compiler::of(OsStr::new(name)))
}

/// `$CXX`, or the first of the usual names on the path.
pub fn cpp_compiler() -> Option<Compiler> {
    match variable("CXX") {
        Some(line) => Compiler::of(&line),
        None => ["c++", "g++", "clang++"].iter().find_map(|name| Compiler::of(OsStr::new(name))),
    }
}

/// `$NVCC`, `nvcc` of the path, of `$CUDA_HOME`, or of the usual folder.
pub fn cuda_compiler() -> Result<Compiler, BuildError> {
    let set = variable("NVCC").and_then(|line| Compiler::of(&line));
    let home = variable("CUDA_HOME").map(|home| Path::new(&home).join("bin/nvcc"));
    let usual = [home, Some(PathBuf::from("/usr/local/cuda/bin/nvcc"))].into_iter().flatten();
    let plain = |path: PathBuf| Compiler { path, arguments: Vec::new() };
    let mut compiler = set
        .or_else(|| on_path(Path::new("nvcc")).map(plain))
        .or_else(|| usual.filter(|nvcc| nvcc.is_file()).map(plain).next())
        .ok_or(BuildError::Missing(
            "nvcc",
            "install the CUDA toolkit, or set NVCC; `--target cpu` needs neither",
        ))?;
    let chosen = compiler.arguments.iter().any(|argument| argument.as_bytes().starts_with(b"-ccbin"));
    // nvcc compiles the host's part with the C++ compiler that it is told.
    if let Some(cxx) = variable("CXX").and_then(|line| Compiler::of(&line)).filter(|_| !chosen) {
        compiler.arguments.extend(["-ccbin".into(), cxx.path.into_os_string()]);
        let behind = cxx.arguments.into_iter().flat_map(|argument| ["-Xcompiler".into(), argument]);
        compiler.arguments.extend(behind);
    }
    Ok(compiler)
}

/// `$HIPCC`, or `hipcc` of the path, of `$ROCM_PATH` or of the usual folder.
pub fn hip_compiler() -> Result<Compiler, BuildError> {
    let set = variable("HIPCC").and_then(|line| Compiler::of(&line));
    let home = variable("ROCM_PATH").map(|home| Path::new(&home).join("bin/hipcc"));
    let usual = [home, Some(PathBuf::from("/opt/rocm/bin/hipcc"))].into_iter().flatten();
    let plain = |path: PathBuf| Compiler { path, arguments: Vec::new() };
    set.or_else(|| on_path(Path::new("hipcc")).map(plain))
        .or_else(|| usual.filter(|hipcc| hipcc.is_file()).map(plain).next())
        .ok_or(BuildError::Missing(
            "hipcc",
            "install HIP (on Debian the package hipcc), or set HIPCC; `--target cpu` needs neither",
        ))
}

/// The arguments in a variable such as `CFLAGS`.
pub fn arguments_in(name: &str) -> Vec<OsString> {
    variable(name).map_or(Vec::new(), |line| split_words(&line))
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The file that a name on the command line starts.
pub fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_path_buf());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Is it the program that runs?
pub fn is_this_program(path: &Path) -> bool {
    let own = std::env::current_exe().ok().and_then(|own| identity(&own));
    own.is_some() && identity(path) == own
}

/// Words as a shell separates them: by blanks, with quotes and backslashes.
pub fn split_words(line: &OsStr) -> Vec<OsString> {
    words_and_quote(line).0
}

/// The same; `None` where a quote is not closed.
pub fn split_closed_words(line: &OsStr) -> Option<Vec<OsString>> {
    let (words, quote) = words_and_quote(line);
    quote.is_none().then_some(words)
}

/// The words, and the quote that is open at the end.
fn words_and_quote(line: &OsStr) -> (Vec<OsString>, Option<u8>) {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = line.as_bytes().iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (None | Some(b'"'), b'\\') => word.get_or_insert_default().extend(bytes.next()),
            (None, b' ' | b'\t' | b'\n' | b'\r') => words.extend(word.take().map(OsString::from_vec)),
            (_, byte) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word.map(OsString::from_vec));
    (words, quote)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_as_by_a_shell() {
        let split = |line: &str| split_words(OsStr::new(line));
        assert_eq!(split("  gcc  -m64\n"), ["gcc", "-m64"]);
        assert_eq!(split(r#"-DX="a b" 'c d'e \ f "" "#), ["-DX=a b", "c de", " f", ""]);
        assert_eq!(split(r#"-DS='"x"' "\"y\"""#), ["-DS=\"x\"", "\"y\""]);
        assert_eq!(split(""), Vec::<OsString>::new());
        assert_eq!(split_closed_words(OsStr::new("a 'b c")), None);
    }
}
