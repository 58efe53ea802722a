//! Diagnostics as JSON lines, one object each, in the shape of rustc's
//! `--error-format=json`, so that editors and CI tools that read one read both.
//!
//! ```json
//! {"$message_type":"diagnostic","message":"…","code":{"code":"E0103",…},"level":"error","spans":[…],…}
//! ```

use serde::Serialize;
use source::{FileRange, Sources};

use crate::excerpt::{char_column, excerpt, line_of};
use crate::located::{Frame, Located};
use crate::render_text::{TextStyle, render_one};
use crate::report::Report;
use crate::{Fix, Safety, Severity, explain};

#[derive(Serialize)]
struct Message<'a> {
    #[serde(rename = "$message_type", skip_serializing_if = "Option::is_none")]
    message_type: Option<&'static str>,
    message: &'a str,
    code: Option<CodeRef>,
    level: &'static str,
    spans: Vec<JsonSpan>,
    children: Vec<Message<'a>>,
    rendered: Option<String>,
}

#[derive(Serialize)]
struct CodeRef {
    code: &'static str,
    explanation: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonSpan {
    file_name: String,
    byte_start: u32,
    byte_end: u32,
    line_start: usize,
    line_end: usize,
    /// One-based, in characters, as rustc counts.
    column_start: usize,
    column_end: usize,
    is_primary: bool,
    text: Vec<Line>,
    label: Option<String>,
    suggested_replacement: Option<String>,
    suggestion_applicability: Option<&'static str>,
    expansion: Option<Box<Expansion>>,
}

#[derive(Serialize)]
struct Line {
    text: String,
    highlight_start: usize,
    highlight_end: usize,
}

#[derive(Serialize)]
struct Expansion {
    /// The call of the macro.
    span: JsonSpan,
    macro_decl_name: String,
    /// The text inside the macro's definition.
    def_site_span: JsonSpan,
}

/// One line per diagnostic, each ended by a line feed.
pub fn render_json(report: &Report, sources: &Sources) -> String {
    let mut out = String::new();
    for located in &report.shown {
        // Every value is a string or a number: serialising cannot fail.
        if let Ok(line) = serde_json::to_string(&message(located, sources)) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    out
}

fn message<'a>(located: &'a Located, sources: &Sources) -> Message<'a> {
    let diagnostic = located.diagnostic;
    let mut spans = Vec::new();
    if let Some(place) = &located.primary {
        let mut primary = span(place.range, &place.text, sources);
        primary.is_primary = true;
        primary.expansion = expansion(&located.expansions, sources);
        spans.push(primary);
    }
    spans.extend(located.related.iter().map(|place| span(place.range, &place.text, sources)));
    let mut children: Vec<Message> = diagnostic.notes.iter().map(|text| child("note", text)).collect();
    children.extend(diagnostic.help.iter().map(|text| child("help", text)));
    children.extend(diagnostic.fix.as_ref().and_then(|fix| suggestion(fix, sources)));
    Message {
        message_type: Some("diagnostic"),
        message: &diagnostic.message,
        code: Some(CodeRef {
            code: diagnostic.code.id,
            explanation: explain::page(diagnostic.code).map(|page| page.text),
        }),
        level: match diagnostic.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "note",
        },
        spans,
        children,
        rendered: Some(render_one(located, sources, TextStyle::default()) + "\n"),
    }
}

fn child<'a>(level: &'static str, message: &'a str) -> Message<'a> {
    Message {
        message_type: None,
        message,
        code: None,
        level,
        spans: vec![],
        children: vec![],
        rendered: None,
    }
}

fn suggestion<'a>(fix: &'a Fix, sources: &Sources) -> Option<Message<'a>> {
    let edits = fix.placed(sources)?.into_iter().map(|(range, replacement)| {
        let mut at = span(range, "", sources);
        at.is_primary = true;
        at.suggested_replacement = Some(replacement.to_owned());
        at.suggestion_applicability = Some(match fix.safety {
            Safety::Safe => "MachineApplicable",
            Safety::Unsafe => "MaybeIncorrect",
        });
        at
    });
    Some(Message { spans: edits.collect(), ..child("help", &fix.message) })
}

/// The macro backtrace as rustc nests it: each call knows the call around it.
fn expansion(frames: &[Frame], sources: &Sources) -> Option<Box<Expansion>> {
    let (frame, outer) = frames.split_first()?;
    let mut call = span(frame.call.unwrap_or(frame.inside), "", sources);
    call.expansion = expansion(outer, sources);
    Some(Box::new(Expansion {
        span: call,
        macro_decl_name: frame.macro_name.clone(),
        def_site_span: span(frame.inside, "", sources),
    }))
}

fn span(range: FileRange, label: &str, sources: &Sources) -> JsonSpan {
    let file = sources.map.file(range.file);
    let cut = excerpt(file, std::slice::from_ref(&(range.start..range.end)));
    let mark = cut.marks.first().cloned().unwrap_or(0..0);
    let mut start = 0;
    let mut text = Vec::new();
    for line in cut.text.split_inclusive('\n') {
        let shown = line.trim_end_matches('\n');
        let column = |at: usize| {
            let inside = at.clamp(start, start + shown.len()) - start;
            shown[..inside].chars().count() + 1
        };
        text.push(Line {
            text: shown.to_string(),
            highlight_start: column(mark.start),
            highlight_end: column(mark.end),
        });
        start += line.len();
    }
    JsonSpan {
        file_name: file.name.clone(),
        byte_start: range.start,
        byte_end: range.end,
        line_start: line_of(file, range.start) + 1,
        line_end: line_of(file, range.end) + 1,
        column_start: char_column(file, range.start),
        column_end: char_column(file, range.end),
        is_primary: false,
        text,
        label: Some(label.to_string()).filter(|text| !text.is_empty()),
        suggested_replacement: None,
        suggestion_applicability: None,
        expansion: None,
    }
}
