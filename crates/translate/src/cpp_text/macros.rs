//! What the macros of a program's own files are to kernels: marks of functions, and choices by `__CUDA_ARCH__`.
//!
//! ```text
//! #define KERNEL __global__ void        `KERNEL k(int *a) { … }` is a kernel
//! #ifdef __CUDA_ARCH__
//! #define WIDTH 32                      `WIDTH` is *chosen*: it has another meaning for each of nvcc's passes
//! #else
//! #define WIDTH 1
//! #endif
//! #define ROW (4 * WIDTH)               `ROW` leads to `WIDTH`
//! ```
//! A macro of one file is used in others, so all files are read before any is rewritten.

use std::collections::{BTreeMap, BTreeSet};

use source::{FileId, Sources};
use syntax::token::Punct;

use super::conditions::{NAME, differs};
use super::functions::{around, bodies};
use super::kernels;
use super::launches;
use super::passes::groups;
use super::tokens::Text;

/// Whom a function is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub is_kernel: bool,
    pub is_of_device: bool,
    pub is_of_host: bool,
}

impl Mark {
    fn of(word: &str) -> Option<Mark> {
        let none = Mark::default();
        match word {
            "__global__" => Some(Mark { is_kernel: true, is_of_device: true, ..none }),
            "__device__" => Some(Mark { is_of_device: true, ..none }),
            "__host__" => Some(Mark { is_of_host: true, ..none }),
            _ => None,
        }
    }

    pub fn with(self, other: Mark) -> Mark {
        Mark {
            is_kernel: self.is_kernel || other.is_kernel,
            is_of_device: self.is_of_device || other.is_of_device,
            is_of_host: self.is_of_host || other.is_of_host,
        }
    }
}

/// The macros of all files of a program that are the user's.
#[derive(Default)]
pub struct Macros {
    /// The words of each macro's definitions.
    words: BTreeMap<String, BTreeSet<String>>,
    marks: BTreeMap<String, Mark>,
    /// The macros that are other ones for the device.
    pub(super) chosen: BTreeSet<String>,
    /// What each macro's text leads to of these, and of `__CUDA_ARCH__` itself.
    leads: BTreeMap<String, BTreeSet<String>>,
    /// What the parameters are called of kernels whose head a macro is: `#define HEAD(name) __global__ void name(int *a)`
    heads: BTreeMap<String, Vec<String>>,
    /// The macros that are shapes of launches: `#define SHAPE(grid, block) <<<grid, block>>>`
    shapes: BTreeSet<String>,
    /// The macros that the runtime has for CUDA's functions, and the functions that they are.
    pub(super) of_runtime: BTreeMap<String, String>,
}

impl Macros {
    /// Reads them. `runtime` is the text of a header that every file includes.
    pub fn of(files: &[FileId], runtime: &str, sources: &mut Sources) -> Macros {
        let mut macros = Macros::default();
        let mut asks = false;
        for &file in files {
            let text = Text::new(file, sources);
            asks |= text.words.iter().any(|word| word.text == NAME);
            macros.read(&text);
        }
        macros.find_marks();
        while asks {
            macros.find_leads();
            let known = macros.chosen.len();
            for &file in files {
                let found = macros.chosen_in(&Text::new(file, sources));
                macros.chosen.extend(found);
            }
            asks = macros.chosen.len() > known;
        }
        let defined = runtime.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
        let chosen = defined.filter(|(name, _)| macros.chosen.contains(*name));
        macros.of_runtime = chosen.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        macros
    }

    /// The mark that a word is, or that a macro of this name brings.
    pub(super) fn mark(&self, name: &str) -> Option<Mark> {
        Mark::of(name).or_else(|| self.marks.get(name).copied())
    }

    /// Does a macro of this name stand for a part of a declaration with this word in it?
    pub(super) fn brings(&self, name: &str, word: &str) -> bool {
        let has = |words: &BTreeSet<String>| {
            let is_part = !["[", "{", "}", ";"].iter().any(|&sign| words.contains(sign));
            is_part
                && (words.contains(word)
                    || words.iter().any(|other| other != name && self.brings_at_once(other, word)))
        };
        self.words.get(name).is_some_and(has)
    }

    fn brings_at_once(&self, name: &str, word: &str) -> bool {
        self.words.get(name).is_some_and(|words| words.contains(word))
    }

    /// Is a macro of this name the shape of a launch, `<<<grid, block>>>`?
    pub(super) fn is_shape(&self, name: &str) -> bool {
        self.shapes.contains(name)
    }

    /// The parameters of a kernel whose head a macro is.
    pub(super) fn parameters(&self, name: &str) -> Option<&Vec<String>> {
        self.heads.get(name).filter(|_| self.marks.contains_key(name))
    }

    /// Does a line's condition with this word depend on the pass?
    pub(super) fn asks(&self, word: &str) -> bool {
        word == NAME || self.chosen.contains(word) || self.leads.contains_key(word)
    }

    /// The chosen macros, and perhaps `__CUDA_ARCH__`, that a word of code leads to.
    pub(super) fn leads_to(&self, word: &str) -> BTreeSet<&str> {
        let own = self.chosen.get(word).map(String::as_str).or((word == NAME).then_some(NAME));
        own.into_iter().chain(self.leads.get(word).into_iter().flatten().map(String::as_str)).collect()
    }

    /// Is all that a chosen macro can be a matter of how functions are compiled?
    pub(super) fn is_specifier(&self, name: &str) -> bool {
        const SPECIFIERS: [&str; 16] = [
            "inline",
            "__inline__",
            "__inline",
            "__forceinline__",
            "__noinline__",
            "__host__",
            "__device__",
            "static",
            "constexpr",
            "__restrict__",
            "__constant__",
            "__attribute__",
            "always_inline",
            "__align__",
            "__launch_bounds__",
            "__grid_constant__",
        ];
        let is_one = |word: &String| SPECIFIERS.contains(&word.as_str());
        // `__align__(16)`
        let is_plain = |word: &String| is_one(word) || word.bytes().all(|byte| !byte.is_ascii_alphabetic());
        let words = self.words.get(name);
        words.is_none_or(|words| words.is_empty() || words.iter().any(is_one) && words.iter().all(is_plain))
    }

    fn read(&mut self, text: &Text<'_>) {
        for definition in text.definitions() {
            let words = self.words.entry(definition.name.to_owned()).or_default();
            words.extend(definition.body.clone().map(|at| text.words[at].text.to_owned()));
            if launches::shape_in(text, &definition).is_some() {
                self.shapes.insert(definition.name.to_owned());
            }
            let is_function =
                text.is(definition.at + 1, Punct::LParen) && definition.body.start > definition.at + 1;
            let is_kernel = definition.body.clone().any(|at| text.name(at) == Some("__global__"));
            if is_function && is_kernel {
                let names = kernels::parameters_of_head(text, definition.body);
                self.heads.extend(names.map(|names| (definition.name.to_owned(), names)));
            }
        }
    }

    /// A macro with braces has whole functions, and marks none.
    fn find_marks(&mut self) {
        loop {
            let known = self.marks.clone();
            for (name, words) in &self.words {
                let has_code = ["{", "}", ";"].iter().any(|&sign| words.contains(sign));
                let found = words.iter().filter_map(|word| Mark::of(word).or(known.get(word).copied()));
                if let Some(mark) = found.reduce(Mark::with).filter(|_| !has_code) {
                    self.marks.insert(name.clone(), mark);
                }
            }
            if self.marks == known {
                return;
            }
        }
    }

    fn find_leads(&mut self) {
        loop {
            let mut leads = self.leads.clone();
            for (name, words) in &self.words {
                let reached = words.iter().flat_map(|word| self.leads_to(word));
                let reached: BTreeSet<String> = reached.map(str::to_owned).collect();
                if !reached.is_empty() {
                    leads.entry(name.clone()).or_default().extend(reached);
                }
            }
            if leads == self.leads {
                return;
            }
            self.leads = leads;
        }
    }

    /// What is defined where the passes take different branches, outside of functions.
    fn chosen_in(&self, text: &Text<'_>) -> BTreeSet<String> {
        let choices: Vec<_> = groups(text, self).into_iter().filter(|groups| differs(text, groups)).collect();
        if choices.is_empty() {
            return BTreeSet::new();
        }
        let bodies = bodies(text, self);
        let is_outside = |at: usize| around(text, &bodies, at..at).is_none();
        let chosen = text.definitions().filter(|found| {
            choices.iter().any(|groups| (groups.lines[0]..groups.end).contains(&found.hash))
                && is_outside(found.hash)
        });
        chosen.map(|found| found.name.to_owned()).collect()
    }
}

/// `#define name body`, or `#undef name` without one.
pub(super) struct Definition<'a> {
    pub hash: usize,
    pub name: &'a str,
    /// The word that is the name.
    pub at: usize,
    pub body: std::ops::Range<usize>,
}

impl<'a> Text<'a> {
    /// The macros that are defined or undefined, in the order of the file.
    pub(super) fn definitions<'b>(&'b self) -> impl Iterator<Item = Definition<'a>> + use<'a, 'b> {
        let hashes = (0..self.words.len()).filter(|&at| self.words[at].directive == Some(at));
        hashes.filter_map(|hash| self.definition(hash))
    }

    /// What a directive defines or undefines.
    pub(super) fn definition(&self, hash: usize) -> Option<Definition<'a>> {
        let is_definition = matches!(self.name(hash + 1), Some("define" | "undef"));
        let at = hash + 2;
        let name = self.name(at).filter(|_| is_definition)?;
        let end = self.line_end(hash);
        // `F(x)`, and not `F (x)`
        let has_parameters = self.is(at + 1, Punct::LParen) && self.words[at].end == self.words[at + 1].start;
        let start = match has_parameters {
            true => self.closing(at + 1).map_or(end, |close| close + 1),
            false => at + 1,
        };
        Some(Definition { hash, name, at, body: start..end.max(start) })
    }

    /// The number of the line that a byte is on.
    pub(super) fn line(&self, at: usize) -> usize {
        1 + self.bytes[..at].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The first word that is no longer of a directive.
    pub(super) fn line_end(&self, hash: usize) -> usize {
        let is_other = |word: &super::tokens::Word<'_>| word.directive != Some(hash);
        self.words[hash..].iter().position(is_other).map_or(self.words.len(), |length| hash + length)
    }
}
