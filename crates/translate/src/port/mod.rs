//! A CUDA file in HIP: the user's text, with other names in it.
//!
//! ```text
//! #include <cuda_runtime.h>                     #include <hip/hip_runtime.h>
//! cudaMalloc(&d, n);  // for cudaMemcpy         hipMalloc(&d, n);  // for cudaMemcpy
//! v += __shfl_down_sync(mask, v, 8);            v += __shfl_down(v, 8, 32);
//! ```
//! Everything else stays byte for byte: comments, layout, strings, macros, launches, and names of the
//! user's that only look like CUDA's. The text is read before preprocessing, as for
//! [`crate::cpp_text`], and is neither parsed nor checked: `hipcc` does that. [`names`] has the words,
//! [`calls`] the calls whose arguments change, [`warps`] what counts on warps of 32 threads,
//! [`headers`] what is included. What HIP does not have is an error at its line.

pub mod back;
mod calls;
mod headers;
mod names;
mod warps;

#[cfg(test)]
mod cases;

use std::collections::{BTreeMap, HashSet};

use diagnostics::{Diagnostic, codes};
use source::{Edit, FileId, FileRange, Sources};
use syntax::token::Punct;

use self::names::Word;
use crate::cpp_text::tokens::Text;

/// What becomes of a file.
#[derive(Debug, Default)]
pub struct Ported {
    /// The changes of its text.
    pub edits: Vec<Edit>,
    /// What HIP does not have, and what is not the same there.
    pub found: Vec<Diagnostic>,
}

/// Whether a file is one that a compiler is given, or included by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Compiled.
    Input,
    /// Included.
    Header,
}

/// The names that a file declares or defines although CUDA has them, or could.
pub fn declared(file: FileId, sources: &mut Sources) -> HashSet<String> {
    let text = Text::new(file, sources);
    (0..text.words.len())
        .filter(|&at| names::declares(&text, at))
        .map(|at| text.words[at].text.to_owned())
        .collect()
}

/// Is it a header of CUDA's that is another one in HIP, or is not there?
pub(crate) fn is_header_of_cuda(name: &str) -> bool {
    names::header(name) != Word::Same
}

/// Does a text declare a name that begins as CUDA's do?
pub(crate) fn is_own(text: &Text<'_>, name: &str) -> bool {
    (0..text.words.len()).any(|at| text.words[at].text == name && names::declares(text, at))
}

/// Does a text define a macro or function of this name?
pub(crate) fn defines(text: &Text<'_>, name: &str) -> bool {
    (0..text.words.len()).any(|at| text.words[at].text == name && names::defines(text, at))
}

/// The changes that make a file HIP's. `own` are the names that are the program's.
pub fn hip(file: FileId, place: Place, own: &HashSet<String>, sources: &mut Sources) -> Ported {
    let text = Text::new(file, sources);
    let mut port = Port {
        text: &text,
        own,
        edits: Vec::new(),
        notes: BTreeMap::new(),
        needs_warps: false,
        deleted: Vec::new(),
    };
    let included = headers::rewrite(&mut port);
    (0..text.words.len()).filter(|at| !included.contains(at)).for_each(|at| port.word(at));
    let Port { mut edits, notes, needs_warps, .. } = port;
    headers::open(&text, place, needs_warps, &mut edits);
    let found = notes
        .into_iter()
        .map(|(place, note)| {
            let range = FileRange { file, start: place as u32, end: note.end as u32 };
            note.diagnostic(sources.map.span(range))
        })
        .collect();
    Ported { edits, found }
}

/// A file on its way.
struct Port<'t> {
    text: &'t Text<'t>,
    own: &'t HashSet<String>,
    edits: Vec<Edit>,
    /// What is said about the text, by where it begins.
    notes: BTreeMap<usize, Note>,
    /// Are there calls of the functions of [`warps`]?
    needs_warps: bool,
    /// What is taken away, with all that is in it.
    deleted: Vec<std::ops::Range<usize>>,
}

/// Something that is said about a word.
struct Note {
    end: usize,
    message: String,
    kind: Kind,
}

enum Kind {
    /// HIP does not have it.
    Refused,
    /// It counts on 32 threads.
    Warp,
    /// A question about NVIDIA's GPUs or software.
    Version,
}

impl Note {
    fn diagnostic(self, at: source::Span) -> Diagnostic {
        match self.kind {
            Kind::Refused => Diagnostic::new(&codes::NOT_IN_HIP, at, self.message)
                .help("write it in another way, or leave it to NVIDIA's GPUs by `#ifdef __CUDACC__`"),
            Kind::Warp => Diagnostic::new(&codes::WARP_OF_32, at, self.message)
                .note("a wavefront of AMD's GPUs has 32 or 64 threads; the port works on groups of 32"),
            Kind::Version => Diagnostic::new(&codes::VERSION_OF_CUDA, at, self.message)
                .help("ask for `__HIP_PLATFORM_AMD__` first"),
        }
    }
}

impl Port<'_> {
    fn word(&mut self, at: usize) {
        calls::launch(self, at);
        let word = self.text.words[at];
        let is_deleted = self.deleted.iter().any(|range| range.contains(&word.start));
        if !word.is_name() || is_deleted || self.own.contains(word.text) {
            return;
        }
        let is_member = at > 0 && (self.text.is(at - 1, Punct::Dot) || self.text.is(at - 1, Punct::Arrow));
        if is_member {
            return warps::member(self, at);
        }
        if names::is_version(word.text) {
            return self.version(at);
        }
        match word.text {
            "asm" | "__asm__" => return self.assembly(at),
            "__launch_bounds__" => return calls::launch_bounds(self, at),
            "printf" => return calls::printed(self, at),
            "operator" => return calls::operator(self, at),
            _ => {}
        }
        if warps::rewrite(self, at) {
            return;
        }
        match names::in_hip(word.text) {
            Word::Same => {}
            Word::Other(_) if word.text.starts_with("cuda") && names::is_member(self.text, at) => {}
            Word::Other(name) => {
                self.replace(word.start, word.end, &name);
                calls::arguments(self, at);
            }
            Word::Missing => self.note(at, format!("HIP has no `{}`", word.text), Kind::Refused),
        }
    }

    /// A question about the generation of a GPU is only kept if it is none: `#ifdef __CUDA_ARCH__`.
    fn version(&mut self, at: usize) {
        let word = self.text.words[at];
        let line = self
            .text
            .words
            .iter()
            .filter(|other| word.directive.is_some_and(|hash| other.directive == Some(hash)));
        let compares =
            line.clone().any(|other| matches!(other.text, "<" | ">" | "<=" | ">=" | "==" | "!=" | "/" | "*"));
        if word.text == "__CUDA_ARCH__" && word.directive.is_some() && !compares {
            return self.replace(word.start, word.end, "__HIP_DEVICE_COMPILE__");
        }
        let message = format!("`{}` is not defined where the program is compiled for AMD's GPUs", word.text);
        // In an `#if` it is 0 there; elsewhere it is an error.
        let kind = if word.directive.is_some() { Kind::Version } else { Kind::Refused };
        self.note(at, message, kind);
    }

    /// Assembly of kernels is PTX; that of the host stays.
    fn assembly(&mut self, at: usize) {
        if self.is_in_function_of(at, &["__global__", "__device__"]) {
            self.note(at, String::from("HIP does not take PTX"), Kind::Refused);
        }
    }

    /// Does only the device run the word at `at`?
    fn is_in_kernel(&self, at: usize) -> bool {
        let of_both = self.is_in_function_of(at, &["__host__"]);
        !of_both && self.is_in_function_of(at, &["__global__", "__device__"])
    }

    /// Does the word at `at` stand in a function with one of these marks?
    fn is_in_function_of(&self, at: usize, marks: &[&str]) -> bool {
        let is_marked = |at: usize| self.text.name(at).is_some_and(|name| marks.contains(&name));
        (0..at).rev().any(|open| {
            self.text.is(open, Punct::LBrace)
                && self.text.closing(open).is_some_and(|close| close > at)
                && open > 0
                && self.text.is(open - 1, Punct::RParen)
                && self
                    .text
                    .opening(open - 1)
                    .is_some_and(|open| (self.text.declaration_start(open)..open).any(is_marked))
        })
    }

    fn replace(&mut self, start: usize, end: usize, text: &str) {
        self.edits.push(Edit { start, end, text: text.as_bytes().to_vec() });
    }

    fn note(&mut self, at: usize, message: String, kind: Kind) {
        let word = self.text.words[at];
        self.notes.entry(word.start).or_insert(Note { end: word.end, message, kind });
    }

    /// The arguments of the call whose name is at `at`, as indices of their first and last words.
    fn call(&self, at: usize) -> Option<Vec<(usize, usize)>> {
        self.text.is(at + 1, Punct::LParen).then_some(())?;
        self.text.arguments(at + 1)
    }
}
