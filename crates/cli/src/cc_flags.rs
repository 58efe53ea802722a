//! The flags people know from `cc`, in the spellings `cc` has them.
//!
//! Command-line parsers of today expect two dashes before a word, `cc` has
//! one: `-std=c11`, `-isystem dir`, `-include file`, and `-O2` with its value
//! attached or absent. Those few are rewritten before parsing:
//!
//! ```text
//! -std=c11        ->  --std=c11
//! -isystem dir    ->  --isystem=dir        -isystemdir  ->  --isystem=dir
//! -fopenmp        ->  --openmp             -pthread     ->  --pthread
//! -include a.h    ->  --include=a.h        -O, -O2      ->  --optimize=, --optimize=2
//! ```

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{ArgMatches, Args};
use driver::{MacroOption, Options};

/// Flags that mean what they mean to `cc`.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Flags as for cc")]
pub struct CcFlags {
    /// Search this folder for headers
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Search this folder after `-I` ones; its headers raise no warnings [written: -isystem DIR]
    #[arg(long = "isystem", value_name = "DIR")]
    system_include: Vec<PathBuf>,
    /// Read this file before each input [written: -include FILE]
    #[arg(long = "include", value_name = "FILE")]
    forced_include: Vec<PathBuf>,
    /// Define a macro, as 1 unless a value is given
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', long = "undefine", value_name = "NAME")]
    undefine: Vec<String>,
    /// The language standard: c99, c11, c17, gnu11, gnu17 … [written: -std=c11]
    #[arg(long = "std", value_name = "STANDARD", value_parser = known_standard)]
    standard: Option<String>,
    /// The optimisation level programs are built with [written: -O2]
    #[arg(long = "optimize", value_name = "LEVEL", num_args = 1, overrides_with = "optimize")]
    optimize: Option<String>,
    /// Link this library into programs that are built
    #[arg(short = 'l', value_name = "LIBRARY")]
    libraries: Vec<String>,
    /// Search this folder for libraries
    #[arg(short = 'L', value_name = "DIR")]
    library_dirs: Vec<PathBuf>,
    /// OpenMP pragmas are meant [written: -fopenmp]
    #[arg(long = "openmp")]
    openmp: bool,
    /// The program uses POSIX threads [written: -pthread]
    #[arg(long = "pthread")]
    threads: bool,
    /// Use Warploom's own headers instead of the machine's
    #[arg(long)]
    builtin_headers: bool,
}

impl CcFlags {
    /// `-L` and `-l`, for the linker.
    pub fn link_flags(&self) -> impl Iterator<Item = OsString> + '_ {
        let folders = self.library_dirs.iter().flat_map(|dir| ["-L".into(), dir.clone().into_os_string()]);
        folders.chain(self.libraries.iter().map(|library| format!("-l{library}").into()))
    }

    /// The driver's options. `matches` tells the order in which `-D` and `-U`
    /// were given, which decides between them.
    pub fn options(&self, matches: &ArgMatches) -> Options {
        let indices = |id: &str| matches.indices_of(id).map_or(Vec::new(), Iterator::collect::<Vec<usize>>);
        let defines = self.define.iter().cloned().map(MacroOption::Define);
        let undefines = self.undefine.iter().cloned().map(MacroOption::Undefine);
        let mut macros: Vec<(usize, MacroOption)> = indices("define").into_iter().zip(defines).collect();
        macros.extend(indices("undefine").into_iter().zip(undefines));
        macros.sort_by_key(|(index, _)| *index);
        Options {
            include: self.include.clone(),
            system_include: self.system_include.clone(),
            macros: macros.into_iter().map(|(_, option)| option).collect(),
            forced_include: self.forced_include.clone(),
            standard: self.standard.clone(),
            optimize: self.optimize.clone(),
            openmp: self.openmp,
            threads: self.threads,
            builtin_headers: self.builtin_headers,
            dump: None,
        }
    }
}

/// A misspelled standard is wrong usage, not the default standard.
fn known_standard(text: &str) -> Result<String, String> {
    if driver::language::is_known(text) {
        return Ok(driver::language::compiler_name(text));
    }
    Err(String::from("not a standard of C; known are c90, c99, c11, c17, c2x and gnu90 to gnu2x"))
}

/// Rewrites the one-dash words; everything after `--` is left alone.
pub fn normalize(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            out.push(argument);
            out.extend(arguments);
            break;
        }
        out.push(rewritten(&argument, &mut arguments).unwrap_or(argument));
    }
    out
}

fn rewritten(argument: &OsStr, following: &mut impl Iterator<Item = OsString>) -> Option<OsString> {
    if let Some(standard) = strip(argument, "-std=") {
        return Some(joined("--std=", &standard));
    }
    for (written, long) in [("-isystem", "--isystem"), ("-include", "--include")] {
        let Some(attached) = strip(argument, written) else { continue };
        let value = if attached.is_empty() { following.next() } else { Some(attached) };
        // Without a value the long form alone goes to the parser, which says so.
        return Some(value.map_or(long.into(), |value| joined(&format!("{long}="), &value)));
    }
    match argument.to_str() {
        Some("-fopenmp") => return Some("--openmp".into()),
        Some("-pthread") => return Some("--pthread".into()),
        _ => {}
    }
    strip(argument, "-O").map(|level| joined("--optimize=", &level))
}

fn joined(prefix: &str, value: &OsStr) -> OsString {
    let mut whole = OsString::from(prefix);
    whole.push(value);
    whole
}

/// The rest after a prefix; file names need not be UTF-8.
fn strip(text: &OsStr, prefix: &str) -> Option<OsString> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    text.as_bytes().strip_prefix(prefix.as_bytes()).map(|rest| OsString::from_vec(rest.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn words_with_one_dash_are_rewritten() {
        let given = "-std=c11 -isystem a -isystemb -include c.h -O -O2 -Ofast -fopenmp -pthread -Id -DX=3 - -- -std=c99";
        let expected = "--std=c11 --isystem=a --isystem=b --include=c.h --optimize= --optimize=2 \
                        --optimize=fast --openmp --pthread -Id -DX=3 - -- -std=c99";
        let normalized = normalize(given.split_whitespace().map(Into::into));
        let words: Vec<&str> = normalized.iter().map(|word| word.to_str().unwrap()).collect();
        assert_eq!(words, expected.split_whitespace().collect::<Vec<_>>());
        assert_eq!(normalize(["-isystem".into()]), ["--isystem"]);
    }
}
