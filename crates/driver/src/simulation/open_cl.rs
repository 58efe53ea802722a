//! Programs of OpenCL that a host brings when it runs.
//!
//! Their text becomes a file of the session, so that whatever is found in their kernels has a line.
//! Where a `.cl` file has the same text, the line is that file's.

use std::path::{Path, PathBuf};

use diagnostics::{Diagnostic, Report, Sink, TextStyle, render_text};
use source::SourceFile;
use syntax::Dialect;
use translate::open_cl_kernels::{describe, table};

use super::{Device, Parts, add};
use crate::guard::run_guarded;
use crate::open_cl_runtime::build_options;
use crate::pipeline::{Goal, front_end};
use crate::session::Session;

/// What became of a program.
#[derive(Default)]
pub(super) struct Built {
    /// What was said about it.
    pub log: String,
    /// Its kernels, if it is right.
    pub table: Option<String>,
    /// What is wrong, else.
    pub errors: Vec<Diagnostic>,
}

/// Numbers of kernels that are known before the program runs are smaller.
const FIRST: u32 = 1 << 24;
/// No program has more functions.
const MOST: u32 = 1 << 16;

/// Builds a program from a message of the host's: where ids begin, how many dimensions there are,
/// options, source.
pub(super) fn build(session: &mut Session, device: &mut Device, message: &[u8]) -> Built {
    let Some((head, rest)) = message.split_at_checked(32) else { return Built::default() };
    let mut numbers = head.chunks_exact(8).map(|w| u64::from_le_bytes(w.try_into().unwrap_or_default()));
    let work_offset = std::array::from_fn(|_| numbers.next().unwrap_or(0));
    let work_dimensions = numbers.next().and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
    let Some(end) = rest.iter().position(|&byte| byte == 0) else { return Built::default() };
    let (options, source) = (String::from_utf8_lossy(&rest[..end]), &rest[end + 1..]);
    let mut asked = session.options.clone();
    asked.work_offset = work_offset;
    asked.work_dimensions = work_dimensions;
    asked.language = Some(Dialect::OpenCl);
    asked.macros.clear();
    if let Err(error) = build_options::apply(&options, &mut asked) {
        return Built { log: format!("{error}\n"), ..Built::default() };
    }
    let name = name_of(session, source);
    let kept = std::mem::replace(&mut session.options, asked);
    let said = std::mem::take(&mut session.sink);
    let built = run_guarded(|| compiled(session, device, &name, source));
    let sink = std::mem::replace(&mut session.sink, said);
    session.options = kept;
    let found = sink.diagnostics();
    let report = Report::new(found, &session.sources, 0);
    let mut log = render_text(&report, &session.sources, TextStyle::default());
    match built {
        Ok(table) => Built { log, errors: errors(&sink), table: table.filter(|_| !sink.has_errors()) },
        Err(error) => {
            log.push_str(&format!("{error}\n"));
            Built { log, ..Built::default() }
        }
    }
}

fn errors(sink: &Sink) -> Vec<Diagnostic> {
    let is_error = |found: &&Diagnostic| found.severity() == diagnostics::Severity::Error;
    sink.diagnostics().iter().filter(is_error).cloned().collect()
}

fn compiled(session: &mut Session, device: &mut Device, name: &str, source: &[u8]) -> Option<String> {
    let input = session.add_input(name, source.to_vec()).ok()?;
    let mut program = hir::Program::default();
    let unit = front_end(session, input, Goal::Check, &mut program, &mut String::new())?;
    let last = device.kernels.keys().chain(device.symbols.keys()).copied().max().unwrap_or(0);
    let first = FIRST.max(last.next_multiple_of(MOST) + MOST);
    let Session { sources, sink, .. } = session;
    add(device, &program, sources, Parts::default(), first, sink);
    let kernels = describe(&program, sources, unit);
    Some(table(&kernels, |kernel| first + kernel.function.index() as u32))
}

/// What the text is called: the file that has it, beside the host or here, or a name of ours.
fn name_of(session: &Session, source: &[u8]) -> String {
    let trimmed = source.trim_ascii();
    let has_it =
        |(_, file): &(&Path, &SourceFile)| file.name.ends_with(".cl") && file.bytes.trim_ascii() == trimmed;
    if let Some((_, known)) = session.files_on_disk().find(has_it) {
        return known.name.clone();
    }
    let beside = session.files_on_disk().filter_map(|(path, _)| path.parent());
    let mut folders: Vec<PathBuf> = beside.map(Path::to_path_buf).collect();
    folders.insert(0, PathBuf::new());
    folders.dedup();
    let of_folder = |folder: &PathBuf| {
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(shown).into_iter().flatten().flatten();
        let names = entries.map(|entry| folder.join(entry.file_name()));
        let mut names: Vec<PathBuf> =
            names.filter(|path| path.extension().is_some_and(|e| e == "cl")).collect();
        names.sort();
        names.into_iter().find(|path| std::fs::read(path).is_ok_and(|bytes| bytes.trim_ascii() == trimmed))
    };
    match folders.iter().find_map(of_folder) {
        Some(path) => path.to_string_lossy().into_owned(),
        None => "<program>".to_owned(),
    }
}
