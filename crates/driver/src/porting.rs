//! CUDA files in HIP, with the headers of the user's that they include.
//!
//! ```text
//! main.cu, kernels.cuh ──port──▶ main.hip, kernels.cuh
//! ```
//! The files are not read as a program: what [`translate::port`] does not know stays as it is, and
//! hipcc says what is wrong. A CUDA file with directives is no such file; it is translated.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use source::{Edit, FileId, FileKind, apply_edits};
use syntax::Dialect;
use translate::port::{self, Place};
use translate::{OutputFile, Role, cpp_text, edits_collide};

use crate::cpp::find_header;
use crate::pipeline::{Compiled, Goal};
use crate::session::{Input, Session};
use crate::translation::{Target, UnitOutput};

/// A header that was ported.
#[derive(Debug)]
pub struct Header {
    /// Where it belongs in the folder of the port.
    pub name: PathBuf,
    /// Its text.
    pub bytes: Vec<u8>,
    /// Is it another text than the user's?
    pub is_changed: bool,
}

/// A file of the program.
struct Found {
    file: FileId,
    /// Where a header lies, and where in the folder of the port it goes.
    header: Option<(PathBuf, PathBuf)>,
}

/// The program ported, if that is what is to be done.
pub(crate) fn instead(session: &mut Session, inputs: &[Input], goal: Goal) -> Option<Compiled> {
    let is_ported = |session: &Session, input: &Input| {
        input.dialect == Dialect::Cuda && !has_directives(&session.sources.map.file(input.file).bytes)
    };
    let is_hip = matches!(goal, Goal::Translate(Target::Hip(_)));
    if !is_hip || inputs.is_empty() || !inputs.iter().all(|input| is_ported(session, input)) {
        return None;
    }
    session.sources.traced = session.options.traced;
    let files = all_files(session, inputs);
    let own: HashSet<String> =
        files.iter().flat_map(|found| port::declared(found.file, &mut session.sources)).collect();
    let mut compiled = Compiled::default();
    for (at, found) in files.iter().enumerate() {
        let Some((bytes, is_changed)) = ported(session, found, &files, &own) else { continue };
        match (&found.header, inputs.get(at)) {
            (None, Some(&input)) => {
                let files = vec![OutputFile { role: Role::Ported, bytes }];
                compiled.units.push(UnitOutput::new(input, files));
            }
            (Some((_, name)), _) => {
                compiled.headers.push(Header { name: name.clone(), bytes, is_changed });
            }
            (None, None) => {}
        }
    }
    compiled.take_line_maps(&hir::Program::default(), &session.sources);
    Some(compiled)
}

fn has_directives(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        line.starts_with(b"#") && line.windows(6).any(|word| word == b"hicuda")
    })
}

/// The text, and whether it is another one.
fn ported(
    session: &mut Session,
    found: &Found,
    files: &[Found],
    own: &HashSet<String>,
) -> Option<(Vec<u8>, bool)> {
    let place = if found.header.is_none() { Place::Input } else { Place::Header };
    let port::Ported { mut edits, found: said } = port::hip(found.file, place, own, &mut session.sources);
    said.into_iter().for_each(|said| session.sink.push(said));
    let from = path_of(session, found);
    let folder = found.header.as_ref().and_then(|(_, name)| name.parent()).unwrap_or(Path::new(""));
    for include in cpp_text::includes(found.file, &mut session.sources) {
        let Some(path) = find_header(session, &include, &from) else { continue };
        let named = files.iter().find_map(|other| other.header.as_ref().filter(|(at, _)| *at == path));
        if let Some((_, name)) = named.filter(|(_, name)| folder.join(&include.name) != *name) {
            let up = folder.components().map(|_| "../").collect::<String>();
            let text = format!("\"{up}{}\"", name.display()).into_bytes();
            edits.push(Edit { start: include.range.start, end: include.range.end, text });
        }
    }
    let is_changed = !edits.is_empty();
    if found.header.is_none() {
        edits.extend(source::trace::copied_lines(&session.sources, found.file, &edits));
    }
    let bytes = &session.sources.map.file(found.file).bytes;
    match apply_edits(bytes, &edits) {
        Ok(text) => Some((text, is_changed)),
        Err(error) => {
            let diagnostic = *edits_collide(&error, found.file, &session.sources);
            session.sink.push(diagnostic);
            None
        }
    }
}

fn path_of(session: &Session, found: &Found) -> PathBuf {
    match &found.header {
        Some((path, _)) => path.clone(),
        None => PathBuf::from(&session.sources.map.file(found.file).name),
    }
}

/// The inputs, and behind them the user's headers.
fn all_files(session: &mut Session, inputs: &[Input]) -> Vec<Found> {
    let mut files: Vec<Found> = inputs.iter().map(|input| Found { file: input.file, header: None }).collect();
    let mut at = 0;
    while at < files.len() {
        let from = path_of(session, &files[at]);
        let folder = files[at].header.as_ref().and_then(|(_, name)| name.parent()).map(Path::to_path_buf);
        for include in cpp_text::includes(files[at].file, &mut session.sources) {
            let Some(path) = find_header(session, &include, &from) else { continue };
            if files.iter().any(|found| found.header.as_ref().is_some_and(|(at, _)| *at == path)) {
                continue;
            }
            let folder = folder.as_deref().filter(|_| include.quoted).unwrap_or(Path::new(""));
            let name = place(&folder.join(&include.name), &files);
            files.extend(load(session, &path).map(|file| Found { file, header: Some((path, name)) }));
        }
        at += 1;
    }
    files
}

/// Where a header goes: as it is called, but never out of the folder of the port.
fn place(called: &Path, files: &[Found]) -> PathBuf {
    let below: PathBuf = called.components().filter(|part| matches!(part, Component::Normal(_))).collect();
    let is_taken =
        |name: &PathBuf| files.iter().any(|found| found.header.as_ref().is_some_and(|(_, at)| at == name));
    let numbered = (2..).map(|number| {
        let stem = below.file_stem().unwrap_or_default().to_string_lossy();
        let ending = below.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
        below.with_file_name(format!("{stem}-{number}{ending}"))
    });
    std::iter::once(below.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(below)
}

fn load(session: &mut Session, path: &Path) -> Option<FileId> {
    let bytes = std::fs::read(path).ok()?;
    session.read.extend(crate::output::identity(path));
    session.sources.map.add(path.to_string_lossy().into_owned(), Arc::from(bytes), FileKind::User, None)
}
