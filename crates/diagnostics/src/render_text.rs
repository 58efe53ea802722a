//! Diagnostics as people read them, in rustc's manner.
//!
//! ```text
//! error[E0103]: `missing.h` was not found
//!  --> a.c:1:10
//!   |
//! 1 | #include "missing.h"
//!   |          ^^^^^^^^^^^
//!   |
//!   = help: add the folder that holds it with `-I`
//!
//! 1 error; see `warploom explain E0103`
//! ```

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use source::{FileId, FileRange, Sources};

use crate::excerpt::{char_column, excerpt, line_of};
use crate::located::Located;
use crate::report::{Counted, Report};
use crate::{Fix, Severity};

/// How the text is to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextStyle {
    /// With terminal colours.
    pub color: bool,
    /// Columns of the terminal, when it is one.
    pub width: Option<usize>,
}

/// Marks further apart than this are shown as two excerpts of the same file.
const NEAR_LINES: usize = 60;
/// Messages are cut here, in characters.
const LONGEST_TEXT: usize = 600;

/// The whole report, with a summary line at the end; empty when there is
/// nothing to say.
pub fn render_text(report: &Report, sources: &Sources, style: TextStyle) -> String {
    let mut out = String::new();
    for located in &report.shown {
        out.push_str(&render_one(located, sources, style));
        out.push_str("\n\n");
    }
    out.push_str(&summary(report));
    out
}

/// One diagnostic, without a line feed at the end.
pub fn render_one(located: &Located, sources: &Sources, style: TextStyle) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = style.width.map_or(renderer.clone(), |width| renderer.term_width(width.max(40)));
    let diagnostic = located.diagnostic;
    let level = level(diagnostic.severity());
    let title = level.clone().primary_title(plain(&diagnostic.message)).id(diagnostic.code.id);
    let marks = marks_of(located);
    let mut groups = Vec::new();
    let mut body = Group::with_title(title);
    for (nth, cluster) in clusters(&marks, sources).iter().enumerate() {
        let shown = Shown::new(cluster, sources);
        if nth == 0 && shown.shortened {
            // The renderer computes columns from the text it sees: tell it the
            // place, and let the shortened line follow without one.
            groups.push(body.element(shown.origin()));
            body = Group::with_level(level.clone()).element(shown.snippet(None));
        } else {
            let path = shown.path.clone();
            body = body.element(shown.snippet(Some(path)));
        }
    }
    for (file, line) in &located.included_from {
        let name = source::escaped(&sources.map.file(*file).name);
        body = body.element(Level::NOTE.message(plain(&format!("included from {name}:{line}"))));
    }
    let notes = diagnostic.notes.iter().map(|text| Level::NOTE.message(plain(text)));
    let help = diagnostic.help.iter().map(|text| Level::HELP.message(plain(text)));
    groups.push(body.elements(notes).elements(help));
    groups.extend(diagnostic.fix.as_ref().and_then(|fix| fix_group(fix, sources)));
    renderer.render(&groups)
}

/// The last lines: what the limit hid, the counts, and where to read on.
fn summary(report: &Report) -> String {
    let counts = [(report.errors, "error"), (report.warnings, "warning"), (report.remarks, "remark")];
    let mut out = String::new();
    for (count, word) in counts.iter().filter(|(count, _)| count.hidden > 0) {
        out.push_str(&format!("… and {} more {}\n", count.hidden, plural(count.hidden, word)));
    }
    let said: Vec<String> = counts
        .iter()
        .filter(|(count, _)| count.total > 0)
        .map(|(Counted { total, .. }, word)| format!("{total} {}", plural(*total, word)))
        .collect();
    if let Some(first) = report.shown.first() {
        let example =
            report.shown.iter().find(|l| l.diagnostic.severity() == Severity::Error).unwrap_or(first);
        out.push_str(&format!(
            "{}; see `warploom explain {}`\n",
            said.join(", "),
            example.diagnostic.code.id
        ));
    }
    out
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_string() } else { format!("{word}s") }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name("remark"),
    }
}

/// Text quoted from a source file may hold escape sequences, which a terminal
/// must not obey, and identifiers of a megabyte, which nobody reads.
fn plain(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_TEXT).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    annotate_snippets::normalize_untrusted_str(&(short + dots))
}

/// A range to underline.
struct Mark {
    range: FileRange,
    text: String,
    kind: AnnotationKind,
}

/// The primary place first, then the macro frames, then the related places.
fn marks_of(located: &Located) -> Vec<Mark> {
    let context = |range, text: &str| Mark { range, text: plain(text), kind: AnnotationKind::Context };
    let primary = located.primary.iter().map(|place| Mark {
        range: place.range,
        text: plain(&place.text),
        kind: AnnotationKind::Primary,
    });
    let frames = located
        .expansions
        .iter()
        .map(|frame| context(frame.inside, &format!("in this expansion of macro `{}`", frame.macro_name)));
    let related = located.related.iter().map(|place| context(place.range, &place.text));
    primary.chain(frames).chain(related).collect()
}

/// Groups the marks into excerpts: same file, and near each other. The
/// excerpt with the primary mark comes first.
fn clusters<'m>(marks: &'m [Mark], sources: &Sources) -> Vec<Vec<&'m Mark>> {
    let mut clusters: Vec<Vec<&Mark>> = Vec::new();
    for mark in marks {
        let near = |other: &&Mark| {
            let file = sources.map.file(mark.range.file);
            let distance = |a: u32, b: u32| line_of(file, a).abs_diff(line_of(file, b));
            other.range.file == mark.range.file && distance(other.range.start, mark.range.start) <= NEAR_LINES
        };
        match clusters.iter_mut().find(|cluster| cluster.iter().any(near)) {
            Some(cluster) => cluster.push(mark),
            None => clusters.push(vec![mark]),
        }
    }
    clusters
}

/// A cluster as the renderer wants it.
struct Shown<'s> {
    path: String,
    line: usize,
    column: usize,
    text: String,
    first_line: usize,
    shortened: bool,
    annotations: Vec<Annotation<'s>>,
}

impl<'s> Shown<'s> {
    fn new(cluster: &[&Mark], sources: &'s Sources) -> Shown<'s> {
        let first = cluster[0].range;
        let file = sources.map.file(first.file);
        let ranges: Vec<Range<u32>> = cluster.iter().map(|m| m.range.start..m.range.end).collect();
        let excerpt = excerpt(file, &ranges);
        let annotation = |(mark, span): (&&Mark, Range<usize>)| {
            mark.kind.span(span).label(Some(mark.text.clone()).filter(|text| !text.is_empty()))
        };
        Shown {
            path: source::escaped(&file.name),
            line: line_of(file, first.start) + 1,
            column: char_column(file, first.start),
            annotations: cluster.iter().zip(excerpt.marks).map(annotation).collect(),
            text: excerpt.text,
            first_line: excerpt.first_line,
            shortened: excerpt.shortened,
        }
    }

    fn origin(&self) -> Origin<'s> {
        Origin::path(self.path.clone()).line(self.line).char_column(self.column)
    }

    fn snippet(self, path: Option<String>) -> Snippet<'s, Annotation<'s>> {
        Snippet::source(self.text).path(path).line_start(self.first_line).annotations(self.annotations)
    }
}

/// The change a fix proposes, as a diff; one excerpt for each file it edits.
fn fix_group<'s>(fix: &Fix, sources: &'s Sources) -> Option<Group<'s>> {
    let mut group = Group::with_title(Level::HELP.secondary_title(plain(&fix.message)));
    let edits = fix.placed(sources)?;
    let mut files: Vec<FileId> = edits.iter().map(|(range, _)| range.file).collect();
    files.dedup();
    for id in files {
        let of_file: Vec<&(FileRange, &str)> = edits.iter().filter(|(r, _)| r.file == id).collect();
        let file = sources.map.file(id);
        let ranges: Vec<Range<u32>> = of_file.iter().map(|(r, _)| r.start..r.end).collect();
        let excerpt = excerpt(file, &ranges);
        let patches =
            of_file.iter().zip(excerpt.marks).map(|((_, new), at)| Patch::new(at, (*new).to_owned()));
        let snippet = Snippet::source(excerpt.text).path(source::escaped(&file.name));
        group = group.element(snippet.line_start(excerpt.first_line).patches(patches));
    }
    Some(group)
}
