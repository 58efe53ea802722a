//! Versions of functions, written out: the program is read again with them.
//!
//! `analyze` finds functions whose callers bring different kinds of device copies
//! ([`analyze::versions`]). For each kind the file gets a version of the function,
//! beside it, and the calls say which one they mean. What comes out is a
//! program like any other, and every phase after this one treats it as such:
//!
//! ```c
//! void smooth(const float *w, int n) { … }
//!
//! // smooth, where calls bring `w` in constant memory
//! void smooth_constant_w(const float *w, int n) { … }
//! ```
//! Callers come first: what a version passes on is known in the next round. Calls in
//! kernels that must be carried out in place ([`analyze::placing`]) need another round
//! too, of the same text.
//!
//! Invariant: the program with its directives removed computes what it computed
//! before. Messages speak of the files that the user wrote.

mod copies;
mod includes;
mod rewritten;
mod text;
mod types;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use analyze::Facts;
use diagnostics::Sink;
use hir::Program;
use source::{FileId, FileKind, Origin, Span};

use crate::session::{Input, Session};
use copies::Copies;
use text::Changes;

/// A chain of calls needs a round for each of its functions; more rounds than
/// this mean that reading again does not help.
const MOST_ROUNDS: usize = 64;

/// How the program is to be read.
pub(crate) struct Reading {
    /// The files, or the texts that stand for them.
    pub(crate) inputs: Vec<Input>,
    /// Calls in kernels whose function is to stand in their place.
    pub(crate) placed: HashSet<Span>,
    round: usize,
}

impl Reading {
    /// As it was written.
    pub(crate) fn new(inputs: &[Input]) -> Reading {
        Reading { inputs: inputs.to_vec(), placed: HashSet::new(), round: 0 }
    }

    /// How to read the program after what was found out about it; `None` if
    /// this reading will do.
    pub(crate) fn again(&self, session: &mut Session, program: &Program, facts: &[Facts]) -> Option<Reading> {
        let round = self.round + 1;
        if round > MOST_ROUNDS {
            return None;
        }
        if let Some(inputs) = self.written_out(session, program, facts) {
            return Some(Reading { inputs, placed: HashSet::new(), round });
        }
        let wanted = facts.iter().flat_map(|facts| &facts.to_place).copied();
        let placed: HashSet<Span> = self.placed.iter().copied().chain(wanted).collect();
        if placed.len() == self.placed.len() {
            return None;
        }
        // The same texts in the same order: a span means the same again.
        let inputs = read_again(session, &self.inputs, &BTreeMap::new())?;
        Some(Reading { inputs, placed, round })
    }

    /// How to read the program after its schedules and conditions are written out; `None` if it has none. What cannot be
    /// written out is in the sink.
    pub(crate) fn scheduled(&self, session: &mut Session, program: &mut Program) -> Option<Reading> {
        let inputs = rewritten::write(session, program, &self.inputs)?;
        Some(Reading { inputs, placed: HashSet::new(), round: self.round })
    }

    /// The inputs with what they include, then with the types that kernels can name, then with the versions that
    /// the program needs; `None` if it needs none, or none can be written.
    fn written_out(&self, session: &mut Session, program: &Program, facts: &[Facts]) -> Option<Vec<Input>> {
        let mut changes: BTreeMap<FileId, Changes> = BTreeMap::new();
        includes::write(program, &session.sources, &mut changes);
        if changes.is_empty() {
            types::write(program, &session.sources, facts, &mut changes);
        }
        if !changes.is_empty() {
            return read_again(session, &self.inputs, &changes);
        }
        let splits = facts.iter().flat_map(|facts| &facts.splits);
        for split in splits {
            let mut more = changes.clone();
            if Copies::new(program, &session.sources).write(split, &mut more).is_some() {
                changes = more;
            }
        }
        if changes.is_empty() {
            return None;
        }
        read_again(session, &self.inputs, &changes)
    }
}

/// A session that knows the files as they were written and the texts to be read
/// in their place.
fn read_again(
    session: &mut Session,
    inputs: &[Input],
    changes: &BTreeMap<FileId, Changes>,
) -> Option<Vec<Input>> {
    let before = &session.sources.map;
    let mut sources = syntax::new_sources();
    let mut originals = Vec::new();
    for input in inputs {
        let file = before.file(input.file);
        let written = file.origin.as_ref().map_or(file, |origin| before.file(origin.file));
        let (name, bytes) = (written.name.clone(), written.bytes.clone());
        originals.push(sources.map.add(name, bytes, FileKind::User, None)?);
    }
    let mut again = Vec::new();
    for (input, &original) in inputs.iter().zip(&originals) {
        let file = before.file(input.file);
        let mut steps = file.origin.as_ref().map_or_else(Vec::new, |origin| origin.steps.clone());
        let mut bytes = file.bytes.clone();
        if let Some(changes) = changes.get(&input.file) {
            let (text, pieces) = changes.apply(&bytes)?;
            bytes = Arc::from(text);
            steps.insert(0, pieces);
        }
        let read = match steps.is_empty() {
            true => original,
            false => sources.map.add_derived(file.name.clone(), bytes, Origin { file: original, steps })?,
        };
        again.push(Input { file: read, ..*input });
    }
    session.sources = sources;
    session.sink = Sink::default();
    Some(again)
}

/// A version and its function say the same of the same line: once is enough.
pub(crate) fn say_once(session: &mut Session) {
    let mut said = HashSet::new();
    for diagnostic in session.sink.take() {
        let place =
            session.sources.map.written_range(session.sources.expansions.written_at(diagnostic.primary.span));
        let key = (diagnostic.code.id, diagnostic.message.clone(), place);
        if said.insert(key) {
            session.sink.push(diagnostic);
        }
    }
}
