//! The parser on code that others wrote: system headers and the repository's
//! own test programs must parse without a single message.
//!
//! Skipped, with a word, where there is no C compiler to ask for its headers.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use diagnostics::{Sink, codes};
use source::FileKind;
use syntax::preprocess::{FileLoader, IncludeDir, Loaded, Options};
use syntax::{Dialect, ast, new_sources, parse, preprocess};

const HEADERS: &[&str] = &[
    "stdio.h",
    "stdlib.h",
    "string.h",
    "math.h",
    "time.h",
    "sys/time.h",
    "unistd.h",
    "stdint.h",
    "inttypes.h",
    "stdbool.h",
    "limits.h",
    "float.h",
    "assert.h",
    "errno.h",
    "ctype.h",
    "signal.h",
    "setjmp.h",
    "complex.h",
    "tgmath.h",
    "stdatomic.h",
    "threads.h",
    "pthread.h",
    "omp.h",
    "fcntl.h",
    "sys/stat.h",
    "sys/mman.h",
    "sys/socket.h",
    "netinet/in.h",
    "dirent.h",
    "stdarg.h",
    "stddef.h",
    "wchar.h",
    "locale.h",
    "fenv.h",
    "getopt.h",
    "sys/resource.h",
    "semaphore.h",
    "immintrin.h",
];

#[test]
fn system_headers() {
    let Some(host) = Host::find() else { return };
    for flags in [&[][..], &["-D_GNU_SOURCE", "-O2", "-D_FORTIFY_SOURCE=2"], &["-std=c99"], &["-ffast-math"]]
    {
        let options = host.options(flags);
        for header in HEADERS.iter().filter(|h| host.has(h)) {
            assert_parses(&format!("{header} {flags:?}"), &format!("#include <{header}>\n"), None, &options);
        }
        let all: String =
            HEADERS.iter().filter(|h| host.has(h)).map(|h| format!("#include <{h}>\n")).collect();
        assert_parses(&format!("all headers {flags:?}"), &all, None, &options);
    }
}

#[test]
fn programs_of_this_repository() {
    let Some(host) = Host::find() else { return };
    let options = host.options(&["-fopenmp"]);
    let mut programs = Vec::new();
    for folder in ["tests/faithful", "tests/headers"] {
        c_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &mut programs);
    }
    for program in programs {
        let text = std::fs::read_to_string(&program).unwrap();
        assert_parses(&program.display().to_string(), &text, program.parent(), &options);
    }
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(listing) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
}

/// Parses a text and panics with the messages, if there are any.
fn assert_parses(name: &str, text: &str, folder: Option<&Path>, options: &Options) {
    let mut sources = new_sources();
    let path = folder.unwrap_or(Path::new("/")).join("input.c").display().to_string();
    let file = sources.map.add(path, Arc::from(text.as_bytes()), FileKind::User, None).unwrap();
    let mut sink = Sink::default();
    let tokens = preprocess(file, options, &mut DiskLoader, &mut sources, &mut sink);
    if sink.diagnostics().iter().any(|d| d.code == &codes::INCLUDE_NOT_FOUND) {
        eprintln!("{name} needs a header that is not installed here");
        return;
    }
    let unit = parse(&tokens, Dialect::C, &mut sources, &mut sink);
    let shown: Vec<String> = sink
        .diagnostics()
        .iter()
        .map(|d| {
            let at = sources.expansions.outermost_call(d.primary.span);
            let place = sources.map.line_column(at.lo);
            let place = place.map(|(f, p)| format!("{}:{}:{}", sources.map.file(f).name, p.line, p.column));
            format!("{}: {}", place.unwrap_or_default(), d.message)
        })
        .collect();
    assert!(shown.is_empty(), "in {name}:\n{}", shown.join("\n"));
    assert!(!ast::dump(&unit, &sources).contains("(error)"), "in {name}");
}

/// The compiler called `cc`: its headers and macros.
struct Host {
    dirs: Vec<IncludeDir>,
}

impl Host {
    fn find() -> Option<Host> {
        let output = Command::new("cc").args(["-E", "-v", "-x", "c", "/dev/null"]).output().ok()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let Some(list) = log.split("#include <...> search starts here:").nth(1) else {
            eprintln!("no C compiler here: no headers to parse");
            return None;
        };
        let list = list.split("End of search list.").next()?;
        let dir = |line: &str| IncludeDir { path: line.trim().to_owned(), kind: FileKind::System };
        Some(Host { dirs: list.lines().filter(|line| !line.trim().is_empty()).map(dir).collect() })
    }

    fn has(&self, header: &str) -> bool {
        self.dirs.iter().any(|dir| Path::new(&dir.path).join(header).exists())
    }

    fn options(&self, flags: &[&str]) -> Options {
        let macros =
            Command::new("cc").args(["-dM", "-E", "-x", "c", "/dev/null"]).args(flags).output().unwrap();
        Options {
            system_dirs: self.dirs.clone(),
            predefined: macros.stdout,
            gnu: !flags.contains(&"-std=c99"),
            ..Options::default()
        }
    }
}

struct DiskLoader;

impl FileLoader for DiskLoader {
    fn load(&mut self, path: &str) -> Loaded {
        match std::fs::read(path) {
            Ok(bytes) => Loaded::Found { bytes: bytes.into(), identity: None },
            Err(_) => Loaded::NotFound,
        }
    }
}
