//! One text, examined: what `warploom check` finds in it, and the program with its facts.
//!
//! [`Checked`] keeps the newest analysis of a text, and the last one that was whole while the
//! newest is not: a missing brace does not blank what is known of the other lines.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use driver::toolchain::Toolchain;
use driver::{Examined, Goal, Input, InternalError, Session};
use lsp_types::{Location, Position, Range, Uri};
use source::{FileId, FileRange, Span};

use crate::documents::{Document, Documents};
use crate::positions::{self, Shift};
use crate::project::Configuration;
use crate::uris;

/// What is known of one text.
pub(crate) struct Analysis {
    /// Texts and diagnostics.
    pub(crate) session: Session,
    /// The program and its facts.
    pub(crate) examined: Examined,
    /// The text.
    pub(crate) text: Arc<str>,
    /// Its address.
    pub(crate) uri: Uri,
    /// The name that the text has in `session`.
    pub(crate) name: String,
    /// Was everything analysed?
    pub(crate) is_whole: bool,
    /// Our own mistake, if there was one.
    pub(crate) internal: Option<InternalError>,
}

/// What is needed to read a text.
pub(crate) struct Asked<'a> {
    /// The text.
    pub(crate) document: &'a Document,
    /// All open texts.
    pub(crate) documents: &'a Documents,
    /// What the project says.
    pub(crate) configuration: &'a Configuration,
    /// What the machine's compiler says.
    pub(crate) toolchain: Toolchain,
    /// Set when nobody waits any more.
    pub(crate) stale: Arc<AtomicBool>,
}

impl Asked<'_> {
    /// A session with the program loaded: its inputs, the text first.
    pub(crate) fn load(self) -> (Session, Vec<Input>, String) {
        let options = self.configuration.options.clone();
        let mut session = Session::with_toolchain(options, self.toolchain);
        session.stale = self.stale;
        for open in self.documents.iter() {
            if let Some(path) = &open.path {
                session.overlay.set(path, Arc::from(open.text.as_bytes()));
            }
        }
        let extension = if self.document.is_cuda { "cu" } else { "c" };
        let unsaved = PathBuf::from(format!("untitled.{extension}"));
        let path = self.document.path.clone().unwrap_or(unsaved);
        let name = path.to_string_lossy().into_owned();
        let is_other = |other: &&PathBuf| driver::output::identity(other) != driver::output::identity(&path);
        let mut inputs = Vec::new();
        let first = match self.document.path {
            Some(_) => session.load(&path),
            None => session.add_input(&name, self.document.text.as_bytes().to_vec()),
        };
        inputs.extend(first.ok());
        // A file that is named and missing is the command line's to complain about.
        for other in self.configuration.files.iter().filter(is_other) {
            inputs.extend(session.load(other).ok());
        }
        (session, inputs, name)
    }

    /// Reads and analyses the text; `None` if it became stale on the way.
    pub(crate) fn examine(self) -> Option<Analysis> {
        let (text, uri) = (self.document.text.clone(), self.document.uri.clone());
        let (mut session, inputs, name) = self.load();
        let compiled = driver::compile(&mut session, &inputs, Goal::Examine);
        if session.is_stale() {
            return None;
        }
        let (examined, internal) = match compiled {
            Ok(compiled) => (compiled.examined.unwrap_or_default(), None),
            Err(internal) => (Examined::default(), Some(internal)),
        };
        let is_whole = !examined.facts.is_empty();
        Some(Analysis { session, examined, text, uri, name, is_whole, internal })
    }
}

impl Analysis {
    /// The program as analyses see it.
    pub(crate) fn input(&self) -> analyze::Input<'_> {
        analyze::Input::new(&self.examined.program, &self.session.sources)
    }

    /// The files that were read.
    pub(crate) fn reads(&self, path: &Path) -> bool {
        let of = driver::output::identity(path);
        self.session.sources.map.files().any(|(_, file)| {
            let name = Path::new(&file.name);
            name == path || of.is_some() && driver::output::identity(name) == of
        })
    }

    /// Is it the text itself, and not one of its headers?
    pub(crate) fn is_own(&self, file: FileId) -> bool {
        self.session.sources.map.file(file).name == self.name
    }

    /// Where a span is written: in a file, outside of all macros.
    pub(crate) fn written(&self, span: Span) -> Option<FileRange> {
        if span.is_builtin() {
            return None;
        }
        let sources = &self.session.sources;
        sources.map.written_range(sources.expansions.written_at(span))
    }

    /// The offsets of a span that is written in the text itself.
    pub(crate) fn own(&self, span: Span) -> Option<(u32, u32)> {
        self.written(span).filter(|range| self.is_own(range.file)).map(|range| (range.start, range.end))
    }

    /// A range as the protocol counts.
    pub(crate) fn range(&self, range: FileRange) -> Range {
        let file = self.session.sources.map.file(range.file);
        let place = |offset| positions::position(&file.bytes, file.line_starts(), offset);
        Range::new(place(range.start), place(range.end))
    }

    /// The address of a file; `None` for one that is built in.
    pub(crate) fn uri(&self, file: FileId) -> Option<Uri> {
        if self.is_own(file) {
            return Some(self.uri.clone());
        }
        let name = &self.session.sources.map.file(file).name;
        if name.starts_with('<') || name.starts_with(driver::builtin::FOLDER) {
            return None;
        }
        uris::of_path(Path::new(name))
    }
}

/// The newest analysis of a text, and one that is whole.
pub(crate) struct Checked {
    /// Of the newest text.
    pub(crate) current: Analysis,
    /// The last whole one, if the newest is not.
    whole: Option<Analysis>,
}

impl Checked {
    /// After an earlier one, if there was one.
    pub(crate) fn after(earlier: Option<Checked>, current: Analysis) -> Checked {
        let whole = match earlier {
            _ if current.is_whole => None,
            Some(earlier) if earlier.current.is_whole => Some(earlier.current),
            Some(earlier) => earlier.whole,
            None => None,
        };
        Checked { current, whole }
    }

    /// The best that there is to ask.
    pub(crate) fn view(&mut self) -> View<'_> {
        match &mut self.whole {
            Some(whole) => {
                let shift = Shift::between(whole.text.as_bytes(), self.current.text.as_bytes());
                View { analysis: whole, shift: Some(shift), line_starts: OnceCell::new() }
            }
            None => View { analysis: &mut self.current, shift: None, line_starts: OnceCell::new() },
        }
    }
}

/// An analysis, and the way from its text to the newest one.
pub(crate) struct View<'a> {
    /// The analysis.
    pub(crate) analysis: &'a mut Analysis,
    /// From its text to the newest.
    shift: Option<Shift>,
    /// Where its lines start, once somebody asked.
    line_starts: OnceCell<Vec<u32>>,
}

impl View<'_> {
    /// The offset in the analysed text of a place in the newest.
    pub(crate) fn offset(&self, at: Position) -> Option<u32> {
        let at = match &self.shift {
            Some(shift) => shift.back().position(at)?,
            None => at,
        };
        Some(positions::offset(self.analysis.text.as_bytes(), at))
    }

    /// The same, or that of the nearest line above that did not change.
    pub(crate) fn offset_near(&self, at: Position) -> u32 {
        let at = self.shift.as_ref().map_or(at, |shift| shift.back().at_or_above(at));
        positions::offset(self.analysis.text.as_bytes(), at)
    }

    /// A range of the analysed text in the newest one.
    pub(crate) fn own_range(&self, (start, end): (u32, u32)) -> Option<Range> {
        let text = self.analysis.text.as_bytes();
        let starts = self.line_starts.get_or_init(|| positions::line_starts(text));
        let place = |offset| positions::position(text, starts, offset);
        let range = Range::new(place(start), place(end));
        self.shift.as_ref().map_or(Some(range), |shift| shift.range(range))
    }

    /// The place of a span, in whatever file.
    pub(crate) fn location(&self, span: Span) -> Option<Location> {
        let written = self.analysis.written(span)?;
        let range = match self.analysis.is_own(written.file) {
            true => self.own_range((written.start, written.end))?,
            false => self.analysis.range(written),
        };
        Some(Location::new(self.analysis.uri(written.file)?, range))
    }
}
