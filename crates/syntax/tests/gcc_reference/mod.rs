//! Runs `cc -E -P` and our preprocessor on one input, and compares tokens.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use diagnostics::{Severity, Sink};
use source::{FileKind, Sources};
use syntax::lexer::Rules;
use syntax::preprocess::{FileLoader, IncludeDir, Loaded, Options, preprocess};
use syntax::{TokenKind, new_sources};

/// The reference compiler.
pub struct Compiler {
    /// Leave out the predefined macros, which take time to ask for.
    pub bare: bool,
    system_dirs: Vec<IncludeDir>,
}

/// A token or a pragma, as text.
pub type Item = String;

impl Compiler {
    /// The gcc called `cc`, or `None` where there is none.
    pub fn find() -> Option<Compiler> {
        let output = Command::new("cc").args(["-E", "-v", "-x", "c", "/dev/null"]).output().ok()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        if !log.contains("gcc version") {
            eprintln!("no gcc here: nothing to compare with");
            return None;
        }
        let list = log.split("#include <...> search starts here:").nth(1)?;
        let list = list.split("End of search list.").next()?;
        let dir = |line: &str| IncludeDir { path: line.trim().to_owned(), kind: FileKind::System };
        let system_dirs = list.lines().filter(|line| !line.trim().is_empty()).map(dir).collect();
        Some(Compiler { bare: false, system_dirs })
    }

    /// Compares the two on a text, and panics with the first difference.
    pub fn check(&self, text: &str, flags: &[&str]) {
        let folder = std::env::temp_dir();
        let Some(output) = run_cc(&folder, &["-x", "c", "-"], flags, text.as_bytes()) else {
            panic!("gcc finds a mistake in\n{text}");
        };
        let reference = lex_reference(&output);
        let ours = self.ours(&folder, "<stdin>", text.as_bytes(), flags);
        if let Err(difference) = compare(&reference, &ours) {
            panic!("{flags:?}\n{text}\n{difference}");
        }
    }

    /// gcc's tokens for a file; `None` if it finds a mistake in it, such as
    /// a header that is not installed here.
    pub fn preprocess(&self, folder: &Path, name: &str, flags: &[&str]) -> Option<Vec<Item>> {
        run_cc(folder, &[name], flags, b"").map(|output| lex_reference(&output))
    }

    /// gcc's tokens for a text; `None` if it finds a mistake in it.
    pub fn preprocess_text(&self, text: &str) -> Option<Vec<Item>> {
        let folder = std::env::temp_dir();
        run_cc(&folder, &["-x", "c", "-"], &[], text.as_bytes()).map(|output| lex_reference(&output))
    }

    /// Our tokens; mistakes are printed.
    pub fn ours(&self, folder: &Path, name: &str, text: &[u8], flags: &[&str]) -> Vec<Item> {
        let (items, errors) = self.ours_with_errors(folder, name, text, flags);
        for error in errors {
            eprintln!("{error}");
        }
        items
    }

    /// Our tokens and errors.
    pub fn ours_with_errors(
        &self,
        folder: &Path,
        name: &str,
        text: &[u8],
        flags: &[&str],
    ) -> (Vec<Item>, Vec<String>) {
        let mut sources = new_sources();
        let file = sources.map.add(name.to_owned(), Arc::from(text), FileKind::User, None).unwrap();
        let options = self.options(flags);
        let mut loader = FolderLoader { folder: folder.to_owned() };
        let mut sink = Sink::default();
        let tokens = preprocess(file, &options, &mut loader, &mut sources, &mut sink);
        let mut errors = Vec::new();
        for diagnostic in sink.diagnostics().iter().filter(|d| d.severity() == Severity::Error) {
            let place = sources.map.line_column(diagnostic.primary.span.lo);
            let (file, line) =
                place.map_or(("?".into(), 0), |(f, p)| (sources.map.file(f).name.clone(), p.line));
            errors.push(format!("{file}:{line}: {}: {}", diagnostic.code.id, diagnostic.message));
        }
        (items(&tokens, &mut sources), errors)
    }

    fn options(&self, flags: &[&str]) -> Options {
        let mut options = Options { system_dirs: self.system_dirs.clone(), ..Options::default() };
        let mut machine_flags = Vec::new();
        for flag in flags {
            if let Some(path) = flag.strip_prefix("-I") {
                options.include_dirs.push(IncludeDir { path: path.to_owned(), kind: FileKind::User });
            } else if let Some(definition) = flag.strip_prefix("-D") {
                let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
                options.command_line.extend(format!("#define {name} {value}\n").bytes());
            } else if let Some(name) = flag.strip_prefix("-U") {
                options.command_line.extend(format!("#undef {name}\n").bytes());
            } else {
                options.gnu &= !flag.starts_with("-std=c");
                machine_flags.push(*flag);
            }
        }
        if self.bare {
            return options;
        }
        options.predefined = Command::new("cc")
            .args(["-dM", "-E", "-x", "c", "/dev/null"])
            .args(&machine_flags)
            .output()
            .unwrap()
            .stdout;
        options
    }
}

/// The first place where the two differ.
pub fn compare(reference: &[Item], ours: &[Item]) -> Result<(), String> {
    let same = reference.iter().zip(ours).take_while(|(a, b)| a == b).count();
    if same == reference.len() && same == ours.len() {
        return Ok(());
    }
    let around = |list: &[Item]| {
        let from = same.saturating_sub(8);
        list[from.min(list.len())..(same + 8).min(list.len())].join(" ")
    };
    Err(format!("after {same} tokens\n   gcc: {}\n  ours: {}", around(reference), around(ours)))
}

/// gcc's output, if it finds no mistake.
fn run_cc(folder: &Path, input: &[&str], flags: &[&str], stdin: &[u8]) -> Option<Vec<u8>> {
    let output = run(folder, input, flags, stdin);
    output.status.success().then_some(output.stdout)
}

fn run(folder: &Path, input: &[&str], flags: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new("cc")
        .args(["-E", "-P"])
        .args(flags)
        .args(input)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_owned();
    let writer = std::thread::spawn(move || pipe.write_all(&stdin));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().ok();
    output
}

/// The tokens of gcc's output; a `#pragma` line is one item.
fn lex_reference(output: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut plain = Vec::new();
    for line in output.split(|&b| b == b'\n') {
        if let Some(pragma) = line.trim_ascii_start().strip_prefix(b"#pragma") {
            items.extend(lex_plain(&plain));
            plain.clear();
            items.push(format!("#pragma {}", lex_plain(pragma).join(" ")));
        } else if !line.starts_with(b"#ident") {
            plain.extend_from_slice(line);
            plain.push(b'\n');
        }
    }
    items.extend(lex_plain(&plain));
    items
}

fn lex_plain(text: &[u8]) -> Vec<Item> {
    let mut sources = new_sources();
    let file = sources.map.add("output".into(), Arc::from(text), FileKind::User, None).unwrap();
    let rules = Rules { raw_strings: true, ..Rules::default() };
    let tokens = syntax::lex(file, rules, &mut sources);
    items(&tokens, &mut sources)
}

fn items(tokens: &[syntax::Token], sources: &mut Sources) -> Vec<Item> {
    let mut items = Vec::new();
    for token in tokens {
        let text = sources.text(token.symbol).into_owned();
        match token.kind {
            TokenKind::Eof => {}
            TokenKind::Pragma => items.push(format!("#pragma {}", lex_plain(text.as_bytes()).join(" "))),
            _ => items.push(text),
        }
    }
    items
}

/// Reads files relative to a folder.
pub struct FolderLoader {
    pub folder: PathBuf,
}

impl FileLoader for FolderLoader {
    fn load(&mut self, path: &str) -> Loaded {
        let path = self.folder.join(path);
        match std::fs::read(&path) {
            Ok(bytes) => Loaded::Found { bytes: bytes.into(), identity: identity(&path) },
            Err(_) if !path.is_file() => Loaded::NotFound,
            Err(error) => Loaded::Unreadable(error.to_string()),
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// A small generator: the tests must be the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }

    pub fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}
