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
use translate::cpp_text::{Found, Macros};
use translate::cuda_host::Device;
use translate::{OutputFile, Role, cpp_text};

use crate::cuda_runtime;
use crate::session::{Input, Session};
use crate::translation::UnitOutput;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What a program's own files say together.
pub(super) struct Read {
    /// The CUDA files, and the headers that they include.
    pub files: Vec<FileId>,
    pub macros: Macros,
    pub found: Found,
}

/// Every input as it goes to the compilers: CUDA files as C++, C files as they are. With what was found
/// on the way.
pub(super) fn units(session: &mut Session, inputs: &[Input], device: Device) -> (Vec<UnitOutput>, Read) {
    let is_cuda = |input: &&Input| input.dialect == Dialect::Cuda;
    let mut copies = Copies { session, numbers: HashMap::new(), headers: Vec::new() };
    // The headers of each input, and what it includes of those before it.
    let counts: Vec<usize> = inputs.iter().filter(is_cuda).map(|&input| copies.find(input)).collect();
    let files: Vec<FileId> = inputs.iter().filter(is_cuda).map(|input| input.file).collect();
    let files: Vec<FileId> = files.into_iter().chain(copies.headers.iter().map(|(file, _)| *file)).collect();
    let macros = Macros::of(&files, cuda_runtime::DEVICE_FUNCTIONS, &mut copies.session.sources);
    let mut found = Found::default();
    let (mut units, mut counts, mut next, mut unit) = (Vec::new(), counts.into_iter(), 0, 0);
    for &input in inputs {
        let mut files = Vec::new();
        if input.dialect == Dialect::Cuda {
            let text = copies.rewritten(input.file, device, &macros, &mut found);
            let head = format!("#define WARPLOOM_UNIT {unit}\n#include \"cuda_runtime.h\"\n");
            let bytes = [head.as_bytes(), &text].concat();
            unit += 1;
            files.push(OutputFile { role: Role::Cpp, bytes });
            let count = counts.next().unwrap_or_default();
            for number in next..count {
                let bytes = copies.rewritten(copies.headers[number].0, device, &macros, &mut found);
                files.push(OutputFile { role: Role::CppHeader(number), bytes });
            }
            next = count;
        }
        units.push(UnitOutput::new(input, files));
    }
    (units, Read { files, macros, found })
}

/// The name of a copy.
pub fn copy_name(number: usize) -> String {
    format!("warploom-include-{number}.h")
}

struct Copies<'a> {
    session: &'a mut Session,
    /// The headers that have a copy, by the names of their files.
    numbers: HashMap<PathBuf, usize>,
    /// Each with its path, by its number.
    headers: Vec<(FileId, PathBuf)>,
}

impl Copies<'_> {
    /// Loads the headers that an input includes, and those that they include; so many there are now.
    fn find(&mut self, input: Input) -> usize {
        let before = self.headers.len();
        self.find_included(input.file);
        let mut at = before;
        while at < self.headers.len() {
            self.find_included(self.headers[at].0);
            at += 1;
        }
        at
    }

    fn find_included(&mut self, file: FileId) {
        let from = self.path(file);
        for include in cpp_text::includes(file, &mut self.session.sources) {
            let Some(path) = find_header(self.session, &include, &from) else { continue };
            if self.numbers.contains_key(&path) {
                continue;
            }
            if let Some(header) = self.load(&path) {
                self.numbers.insert(path.clone(), self.headers.len());
                self.headers.push((header, path));
            }
        }
    }

    fn load(&mut self, path: &Path) -> Option<FileId> {
        let bytes = std::fs::read(path).ok()?;
        self.session.read.extend(crate::output::identity(path));
        let name = path.to_string_lossy().into_owned();
        self.session.sources.map.add(name, Arc::from(bytes), FileKind::User, None)
    }

    fn path(&self, file: FileId) -> PathBuf {
        let header = self.headers.iter().find(|(header, _)| *header == file).map(|(_, path)| path.clone());
        header.or_else(|| self.session.path(file).map(Path::to_path_buf)).unwrap_or_default()
    }

    fn rewritten(&mut self, file: FileId, device: Device, macros: &Macros, found: &mut Found) -> Vec<u8> {
        let path = self.path(file);
        let sources = &mut self.session.sources;
        let mut edits = cpp_text::edits(file, sources, device, macros, found);
        for include in cpp_text::includes(file, sources) {
            let header = find_header(self.session, &include, &path);
            if let Some(number) = header.and_then(|path| self.numbers.get(&path)) {
                let text = format!("\"{}\"", copy_name(*number)).into_bytes();
                edits.push(Edit { start: include.range.start, end: include.range.end, text });
            }
        }
        let sources = &self.session.sources;
        let loaded = sources.map.file(file);
        if loaded.bytes.starts_with(BYTE_ORDER_MARK) {
            // It is one at the beginning of a file, and the text gets a line before it.
            edits.push(Edit { start: 0, end: BYTE_ORDER_MARK.len(), text: Vec::new() });
        }
        edits.extend(source::trace::copied_lines(sources, file, &edits));
        let name = loaded.name.replace('\\', "\\\\").replace('"', "\\\"");
        let line = format!("#line 1 \"{name}\"\n");
        // Edits of a text that is no C++ may collide. Kernels as they were written would be functions that
        // run once, so the compiler is told.
        let text = apply_edits(&loaded.bytes, &edits).unwrap_or_else(|_| {
            [
                &b"#error \"kernels and launches of this file are not understood\"\n#line 1\n"[..],
                &loaded.bytes,
            ]
            .concat()
        });
        [line.as_bytes(), &text].concat()
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
