//! The files of a program in C++, with those they include.
//!
//! A header of the user's may have kernels and launches too, so each gets a copy, and
//! `#include` names the copy. What is not found in the user's folders is the compiler's
//! to find.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::{Edit, FileId, FileKind, apply_edits};
use syntax::Dialect;
use translate::cuda_host::Device;
use translate::{OutputFile, Role, cpp_text};

use crate::session::{Input, Session};
use crate::translation::UnitOutput;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Every input as it goes to the compilers: CUDA files as C++, C files as they are. With the
/// names of a device's variables, where it is elsewhere.
pub(super) fn units(
    session: &mut Session,
    inputs: &[Input],
    device: Device,
) -> (Vec<UnitOutput>, Vec<String>) {
    let (numbers, open, variables) = (HashMap::new(), Vec::new(), Vec::new());
    let mut copies = Copies { session, device, numbers, open, variables };
    let mut units = Vec::new();
    for &input in inputs {
        let mut files = Vec::new();
        if input.dialect == Dialect::Cuda {
            let path = copies.session.path(input.file).map(Path::to_path_buf).unwrap_or_default();
            let text = copies.rewritten(input.file, &path);
            let bytes = [&b"#include \"cuda_runtime.h\"\n"[..], &text].concat();
            files.push(OutputFile { role: Role::Cpp, bytes });
            while let Some((number, path)) = copies.open.pop() {
                let bytes = copies.header(&path).unwrap_or_default();
                files.push(OutputFile { role: Role::CppHeader(number), bytes });
            }
        }
        units.push(UnitOutput::new(input, files));
    }
    (units, copies.variables)
}

/// The name of a copy.
pub fn copy_name(number: usize) -> String {
    format!("warploom-include-{number}.h")
}

struct Copies<'a> {
    session: &'a mut Session,
    device: Device,
    /// The headers that have a copy.
    numbers: HashMap<PathBuf, usize>,
    /// Those of which it is still to be made.
    open: Vec<(usize, PathBuf)>,
    variables: Vec<String>,
}

impl Copies<'_> {
    fn header(&mut self, path: &Path) -> Option<Vec<u8>> {
        let bytes = std::fs::read(path).ok()?;
        self.session.read.extend(crate::output::identity(path));
        let name = path.to_string_lossy().into_owned();
        let file = self.session.sources.map.add(name, Arc::from(bytes), FileKind::User, None)?;
        Some(self.rewritten(file, path))
    }

    fn rewritten(&mut self, file: FileId, path: &Path) -> Vec<u8> {
        let sources = &mut self.session.sources;
        let mut edits = cpp_text::edits(file, sources, self.device, &mut self.variables);
        for include in cpp_text::includes(file, sources) {
            if let Some(found) = find_header(self.session, &include, path) {
                let text = format!("\"{}\"", copy_name(self.number(found))).into_bytes();
                edits.push(Edit { start: include.range.start, end: include.range.end, text });
            }
        }
        let loaded = self.session.sources.map.file(file);
        if loaded.bytes.starts_with(BYTE_ORDER_MARK) {
            // It is one at the beginning of a file, and the text gets a line before it.
            edits.push(Edit { start: 0, end: BYTE_ORDER_MARK.len(), text: Vec::new() });
        }
        edits.extend(source::trace::copied_lines(&self.session.sources, file, &edits));
        let name = loaded.name.replace('\\', "\\\\").replace('"', "\\\"");
        let line = format!("#line 1 \"{name}\"\n");
        // Edits of a text that is no C++ may collide; the compiler says what is wrong with it.
        let text = apply_edits(&loaded.bytes, &edits).unwrap_or_else(|_| loaded.bytes.to_vec());
        [line.as_bytes(), &text].concat()
    }

    fn number(&mut self, path: PathBuf) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(path).or_insert_with_key(|path| {
            self.open.push((next, path.clone()));
            next
        })
    }
}

/// The user's file that an `#include` means.
pub(crate) fn find_header(session: &Session, include: &cpp_text::Include, from: &Path) -> Option<PathBuf> {
    let options = &session.options;
    let beside = from.parent().map(Path::to_path_buf).filter(|_| include.quoted);
    let quoted = options.quote_include.iter().filter(|_| include.quoted).cloned();
    let folders = beside.into_iter().chain(quoted).chain(options.include.iter().cloned());
    let mut found = folders.map(|folder| folder.join(&include.name)).filter(|file| file.is_file());
    found.next().map(|file| file.canonicalize().unwrap_or(file))
}
