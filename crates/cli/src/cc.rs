//! `warploom cc`: a compiler for `CC=` in a Makefile, or a launcher for CMake.
//!
//! ```text
//! warploom cc -O2 -c fill.c -o fill.o       no directive in it: cc, with the same arguments
//! warploom cc -O2 -c scale.c -o scale.o     directives: built for the target, as an object
//! warploom cc main.o scale.o -o prog        one of them was built here: cc, with what it needs
//! warploom cc /usr/bin/gcc -c scale.c       as a launcher: gcc is the compiler behind
//! ```
//!
//! What is not ours is started in place of this process, so that nothing about it is
//! different. Invariant: a file without directives is never read by anything but `cc`.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use driver::build::mark;
use driver::compilers::{Compiler, c_compiler, is_this_program, on_path};
use driver::language::{FileUse, use_of};
use driver::linked::Linked;
use driver::{CudaLayout, Target};
use source::shown;

use crate::Status;
use crate::flags;
use crate::settings::Settings;
use crate::terminal::Terminal;

/// What is to be done.
pub enum Plan {
    /// It was done, or failed.
    Done(Status),
    /// The command line of `warploom build` that does it.
    Build(Vec<OsString>),
}

/// Does what `cc` would do with these arguments, or says how to.
pub fn plan(own: &OsStr, arguments: &[OsString], terminal: &mut Terminal) -> Plan {
    let (compiler, arguments) = match launched(past_itself(arguments)) {
        Some((compiler, rest)) => (Some(compiler), rest),
        None => (c_compiler(), past_itself(arguments)),
    };
    let Some(compiler) = compiler else {
        terminal.error("no C compiler was found: install gcc or clang, or set WARPLOOM_CC to one");
        return Plan::Done(Status::Usage);
    };
    let mut words = Vec::new();
    if let Err(problem) = flags::expand(arguments, &mut words, 0) {
        terminal.error(problem);
        return Plan::Done(Status::Usage);
    }
    let line = Line::read(&words);
    if line.is_asking {
        return Plan::Done(replace(&compiler, arguments, &[], terminal));
    }
    let is_ours = |file: &PathBuf| line.is_cuda || has_directives(file, &line.folders);
    let mut has_ours = line.sources.iter().any(is_ours);
    if !has_ours && line.reads_input {
        match keep_input() {
            Ok(text) => has_ours = line.is_cuda || mentions_directives(&text),
            Err(error) => {
                terminal.error(format_args!("cannot read standard input: {error}"));
                return Plan::Done(Status::Usage);
            }
        }
    }
    if !has_ours {
        return match line.marked() {
            Some(Target::Cuda(_)) if !line.compiles_only => Plan::Build(build(own, &compiler, "cuda", words)),
            Some(Target::OpenCl(_)) if !line.compiles_only => {
                Plan::Build(build(own, &compiler, "opencl", words))
            }
            Some(Target::Hip(_)) if !line.compiles_only => Plan::Build(build(own, &compiler, "hip", words)),
            Some(_) if !line.compiles_only => {
                Plan::Done(replace(&compiler, arguments, &["-fopenmp", "-lm"], terminal))
            }
            _ => Plan::Done(replace(&compiler, arguments, &[], terminal)),
        };
    }
    let target = match target(&line) {
        Ok(target) => target,
        Err(problem) => {
            terminal.error(problem);
            return Plan::Done(Status::Usage);
        }
    };
    Plan::Build(build(own, &compiler, &target, words))
}

/// `WARPLOOM_TARGET`, what `warploom.toml` says, or what the machine has.
fn target(line: &Line) -> Result<String, String> {
    if let Some(target) = std::env::var("WARPLOOM_TARGET").ok().filter(|target| !target.is_empty()) {
        return Ok(target);
    }
    let settings = Settings::near(line.sources.iter().map(PathBuf::as_path))?;
    Ok(settings.target().unwrap_or("auto").to_string())
}

fn build(own: &OsStr, compiler: &Compiler, target: &str, words: Vec<OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> =
        vec![own.to_os_string(), "build".into(), "--plain".into(), format!("--target={target}").into()];
    // The compiler of the launcher counts, whatever `CC` says.
    driver::compilers::prefer(compiler.clone());
    out.extend(words.into_iter().map(of_compiler));
    out
}

/// `--target` is an option of `build`, and of clang, too.
fn of_compiler(word: OsString) -> OsString {
    if !word.as_bytes().starts_with(b"--target=") {
        return word;
    }
    let mut flag = OsString::from("--cc-flag=");
    flag.push(word);
    flag
}

/// CMake with `warploom cc` as the compiler and as its launcher starts `warploom cc warploom cc`.
fn past_itself(mut arguments: &[OsString]) -> &[OsString] {
    while let [first, second, rest @ ..] = arguments
        && second == "cc"
        && on_path(Path::new(first)).is_some_and(|path| is_this_program(&path))
    {
        arguments = rest;
    }
    arguments
}

/// The compiler in front, where this is its launcher.
fn launched(arguments: &[OsString]) -> Option<(Compiler, &[OsString])> {
    let (first, rest) = arguments.split_first()?;
    let path = Path::new(first);
    let is_program = !first.as_bytes().starts_with(b"-")
        && path.extension().is_none_or(|ending| {
            // `gcc-12.2` has an ending, as `a.c` has one.
            ending.to_string_lossy().chars().all(|c| c.is_ascii_digit())
        });
    let path = on_path(path).filter(|_| is_program)?;
    Some((Compiler { path, arguments: Vec::new() }, rest))
}

/// Becomes the compiler.
fn replace(compiler: &Compiler, arguments: &[OsString], further: &[&str], terminal: &mut Terminal) -> Status {
    let error = compiler.command().args(arguments).args(further).exec();
    terminal.error(format_args!("cannot run `{}`: {error}", shown(&compiler.path)));
    Status::Usage
}

/// What a command line of `cc` says.
#[derive(Default)]
struct Line {
    sources: Vec<PathBuf>,
    /// `-x cu` says so, whatever they are called.
    is_cuda: bool,
    /// Standard input is a source.
    reads_input: bool,
    /// What the linker is told.
    link: Vec<OsString>,
    folders: Vec<PathBuf>,
    compiles_only: bool,
    /// Preprocesses, or asks the compiler about itself.
    is_asking: bool,
}

impl Line {
    fn read(words: &[OsString]) -> Line {
        let mut line = Line::default();
        let mut words = words.iter();
        // What `-x` says of the files behind it.
        let mut language: Option<String> = None;
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if !text.starts_with('-') || text == "-" {
                let path = PathBuf::from(word);
                let is_ours = match language.as_deref() {
                    Some(language) => language == "c" || language == "cu",
                    None => path.extension().is_some_and(|ending| ending == "c" || ending == "cu"),
                };
                match use_of(&path) {
                    _ if text == "-" => line.reads_input |= is_ours,
                    FileUse::Linked if language.is_none() => line.link.push(word.clone()),
                    _ if is_ours => line.sources.push(path),
                    _ => {}
                }
                continue;
            }
            match text.as_ref() {
                "-c" => line.compiles_only = true,
                "-o" => drop(words.next()),
                "-E" | "-M" | "-MM" | "-S" | "-fsyntax-only" | "-###" | "--version" | "--help" => {
                    line.is_asking = true
                }
                "-dumpmachine" | "-dumpversion" | "-dumpfullversion" | "-dumpspecs" => line.is_asking = true,
                _ if text.starts_with("-print-") || text.starts_with("--print-") => line.is_asking = true,
                _ if text.starts_with("-I") => {
                    let folder = if text == "-I" {
                        words.next().map(PathBuf::from)
                    } else {
                        Some(PathBuf::from(&text[2..]))
                    };
                    line.folders.extend(folder);
                }
                "-D" | "-U" => drop(words.next()),
                _ => {
                    let Some((flag, value)) = flags::find(word) else { continue };
                    let next = if flags::takes_next(flag, &value) { words.next() } else { None };
                    if flag.usage == flags::Use::Link {
                        line.link.extend([Some(word), next].into_iter().flatten().cloned());
                    }
                    if flag.spelling == "-x" {
                        let named = value.as_ref().or(next).map(|name| name.to_string_lossy().into_owned());
                        language = named.filter(|name| name != "none");
                        line.is_cuda |= language.as_deref() == Some("cu");
                    }
                    if matches!(flag.spelling, "-isystem" | "-iquote" | "-idirafter") {
                        line.folders.extend(value.as_ref().or(next).map(PathBuf::from));
                    }
                }
            }
        }
        line
    }

    /// The target that one of the objects and archives was built for.
    fn marked(&self) -> Option<Target> {
        let targets = [
            Target::Cuda(CudaLayout::Split),
            Target::Hip(CudaLayout::Split),
            Target::OpenCl(CudaLayout::OneFile),
            Target::Cpu,
        ];
        let mut is_found = targets.map(|_| false);
        Linked::read(&self.link).each_object(&mut |bytes| {
            for (is_found, target) in is_found.iter_mut().zip(targets) {
                let mark = mark(target).as_bytes();
                *is_found |= bytes.windows(mark.len()).any(|part| part == mark);
            }
        });
        targets.into_iter().zip(is_found).find_map(|(target, is_found)| is_found.then_some(target))
    }
}

/// More headers than this in quotes are somebody's library.
const MOST_HEADERS: usize = 400;

/// Does a file, or one that it includes in quotes, mention a directive? Read as bytes: a
/// mention in a comment costs nothing but time.
fn has_directives(file: &Path, folders: &[PathBuf]) -> bool {
    if file.extension().is_some_and(|ending| ending == "cu") {
        return true;
    }
    let mut seen = HashSet::new();
    let mut waiting = vec![file.to_path_buf()];
    while let Some(file) = waiting.pop() {
        if seen.len() > MOST_HEADERS || !seen.insert(file.clone()) {
            continue;
        }
        let Ok(text) = std::fs::read(&file) else { continue };
        if mentions_directives(&text) {
            return true;
        }
        let beside = file.parent().unwrap_or(Path::new("")).to_path_buf();
        for name in text.split(|byte| *byte == b'\n').filter_map(included) {
            let places = std::iter::once(&beside).chain(folders);
            waiting.extend(places.map(|folder| folder.join(&name)).find(|path| path.is_file()));
        }
    }
    false
}

fn mentions_directives(text: &[u8]) -> bool {
    text.windows(6).any(|part| part == b"hicuda")
}

/// Reads standard input, and puts a file without a name in its place, from which whoever compiles it reads it again.
fn keep_input() -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    std::io::stdin().lock().read_to_end(&mut text)?;
    let kept = rustix::fs::memfd_create(c"stdin", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut kept = std::fs::File::from(kept);
    kept.write_all(&text)?;
    kept.rewind()?;
    rustix::stdio::dup2_stdin(&kept)?;
    Ok(text)
}

/// The name in `#include "name"`.
fn included(line: &[u8]) -> Option<PathBuf> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"include")?;
    let rest = rest.trim_ascii_start().strip_prefix(b"\"")?;
    let end = rest.iter().position(|byte| *byte == b'"')?;
    Some(PathBuf::from(OsStr::from_bytes(&rest[..end])))
}
