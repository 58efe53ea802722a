//! What the parser's tests share: text in, dump and messages out.

use std::sync::Arc;

use diagnostics::Sink;
use source::{FileKind, Sources, Span};

use crate::preprocess::{FileLoader, Loaded, Options, preprocess};
use crate::{Dialect, ast, new_sources, parse};

/// A parsed snippet.
pub(super) struct Snippet {
    pub(super) sources: Sources,
    pub(super) unit: ast::Unit,
    pub(super) sink: Sink,
}

impl Snippet {
    pub(super) fn dump(&self) -> String {
        ast::dump(&self.unit, &self.sources)
    }

    /// Each message with its line and column: `2:5 expected …`.
    pub(super) fn messages(&self) -> Vec<String> {
        let at = |span: Span| match self.sources.map.line_column(span.lo) {
            Some((_, place)) => format!("{}:{}", place.line, place.column),
            None => "-".into(),
        };
        self.sink.diagnostics().iter().map(|d| format!("{} {}", at(d.primary.span), d.message)).collect()
    }

    /// The text a span covers.
    pub(super) fn text(&self, span: Span) -> &str {
        std::str::from_utf8(self.sources.map.text(span)).unwrap()
    }
}

pub(super) fn parse_as(dialect: Dialect, text: &str) -> Snippet {
    let mut sources = new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("snippet.c".into(), bytes, FileKind::User, None).unwrap();
    let options = Options { dialect, gnu: true, ..Options::default() };
    let mut sink = Sink::default();
    let tokens = preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = parse(&tokens, dialect, &mut sources, &mut sink);
    Snippet { sources, unit, sink }
}

struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// The dump of C text that must be free of mistakes.
pub(super) fn dump_c(text: &str) -> String {
    let snippet = parse_as(Dialect::C, text);
    assert_eq!(snippet.messages(), [""; 0], "in {text}");
    snippet.dump()
}

/// The dump of the statements of a function body.
pub(super) fn dump_body(dialect: Dialect, body: &str) -> String {
    let snippet = parse_as(dialect, &format!("void f(void)\n{{\n{body}\n}}\n"));
    assert_eq!(snippet.messages(), [""; 0], "in {body}");
    let dump = snippet.dump();
    let lines = dump.lines().skip(2).map(|line| line.strip_prefix("    ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}
