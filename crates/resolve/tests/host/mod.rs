//! What the tests of whole files share: the host compiler's macros and
//! folders, and a loader that reads real files.

use std::process::Command;
use std::sync::{Arc, OnceLock};

use diagnostics::{Severity, Sink};
use source::{FileKind, Sources};
use syntax::Dialect;
use syntax::preprocess::{FileLoader, IncludeDir, Loaded, Options};

/// A file taken through preprocessing, parsing and resolving.
pub struct Resolved {
    /// The program.
    pub program: hir::Program,
    /// Files and spellings.
    pub sources: Sources,
    /// Messages.
    pub sink: Sink,
}

struct Disk;

impl FileLoader for Disk {
    fn load(&mut self, path: &str) -> Loaded {
        match std::fs::read(path) {
            Ok(bytes) => Loaded::Found { bytes: bytes.into(), identity: None },
            Err(_) => Loaded::NotFound,
        }
    }
}

/// The host compiler's macros, or nothing if there is no compiler.
pub fn predefined() -> Option<&'static Vec<u8>> {
    static MACROS: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let ask = || {
        let output = Command::new("cc").args(["-dM", "-E", "-x", "c", "/dev/null"]).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    MACROS.get_or_init(ask).as_ref()
}

fn system_dirs() -> &'static Vec<IncludeDir> {
    static DIRS: OnceLock<Vec<IncludeDir>> = OnceLock::new();
    DIRS.get_or_init(listed_system_dirs)
}

fn listed_system_dirs() -> Vec<IncludeDir> {
    let output = Command::new("cc").args(["-v", "-E", "-x", "c", "/dev/null"]).output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stderr).into_owned()).unwrap_or_default();
    let listed = text.lines().skip_while(|l| !l.starts_with("#include <...>")).skip(1);
    let dirs = listed.take_while(|l| l.starts_with(' '));
    dirs.map(|l| IncludeDir { path: l.trim().to_string(), kind: FileKind::System }).collect()
}

/// Resolves C text as if it stood in a file of this name.
pub fn resolve_text(name: &str, text: &[u8], dialect: Dialect) -> Resolved {
    let mut sources = syntax::new_sources();
    let bytes: Arc<[u8]> = text.into();
    let file = sources.map.add(name.into(), bytes, FileKind::User, None).expect("room for a file");
    let options = Options {
        dialect,
        predefined: predefined().cloned().unwrap_or_default(),
        system_dirs: system_dirs().clone(),
        ..Options::default()
    };
    let mut sink = Sink::default();
    let tokens = syntax::preprocess(file, &options, &mut Disk, &mut sources, &mut sink);
    let unit = syntax::parse(&tokens, dialect, &mut sources, &mut sink);
    let mut program = hir::Program::default();
    let options = resolve::Options { cuda: dialect == Dialect::Cuda, ..resolve::Options::default() };
    resolve::resolve(&unit, &options, &mut program, &mut sources, &mut sink);
    Resolved { program, sources, sink }
}

impl Resolved {
    /// Messages of at least this weight as `file:line:column: code text`.
    pub fn messages(&self, at_least: Severity) -> Vec<String> {
        let listed = self.sink.diagnostics().iter().filter(|d| d.severity() <= at_least);
        listed
            .map(|d| {
                let span = self.sources.expansions.written_at(d.primary.span);
                let place = self.sources.map.line_column(span.lo).map(|(file, at)| {
                    format!("{}:{}:{}", self.sources.map.file(file).name, at.line, at.column)
                });
                format!("{}: {} {}", place.unwrap_or_default(), d.code.id, d.message)
            })
            .collect()
    }
}
