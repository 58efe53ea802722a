//! Preprocesses texts that are in no file system.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::{Diagnostic, Sink};
use source::{FileKind, Sources, Span};
use syntax::preprocess::{FileLoader, IncludeDir, Loaded, Options, preprocess};
use syntax::{Token, TokenKind, new_sources};

/// The result of one run.
pub struct Preprocessed {
    pub tokens: Vec<Token>,
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
}

/// Headers by path.
#[derive(Default)]
pub struct Headers(pub HashMap<String, Vec<u8>>);

impl FileLoader for Headers {
    fn load(&mut self, path: &str) -> Loaded {
        if path.ends_with("secret.h") {
            return Loaded::Unreadable("permission denied".into());
        }
        match self.0.get(path) {
            Some(bytes) => Loaded::Found { bytes: bytes.as_slice().into(), identity: None },
            None => Loaded::NotFound,
        }
    }
}

/// Options with one user folder `inc` and one system folder `sys`.
pub fn options() -> Options {
    let dir = |path: &str, kind| IncludeDir { path: path.into(), kind };
    Options {
        include_dirs: vec![dir("inc", FileKind::User)],
        system_dirs: vec![dir("sys", FileKind::System)],
        ..Options::default()
    }
}

/// Preprocesses `main.c`.
pub fn run(text: &[u8], headers: &[(&str, &str)], options: &Options) -> Preprocessed {
    let mut sources = new_sources();
    let file = sources.map.add("main.c".into(), Arc::from(text), FileKind::User, None).unwrap();
    let headers = headers.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()));
    let mut loader = Headers(headers.collect());
    let mut sink = Sink::default();
    let tokens = preprocess(file, options, &mut loader, &mut sources, &mut sink);
    Preprocessed { tokens, sources, diagnostics: sink.take() }
}

/// The same with nothing but the text.
pub fn run_text(text: &str) -> Preprocessed {
    run(text.as_bytes(), &[], &options())
}

impl Preprocessed {
    /// The tokens' spellings, separated by spaces; pragmas in angle brackets.
    pub fn spellings(&self) -> String {
        let mut words = Vec::new();
        for token in &self.tokens {
            let text = self.sources.text(token.symbol).into_owned();
            words.push(match token.kind {
                TokenKind::Eof => continue,
                TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => format!("<{text}"),
                TokenKind::PragmaEnd => ">".into(),
                TokenKind::Pragma => format!("<pragma {text}>"),
                _ => text,
            });
        }
        words.join(" ")
    }

    /// The diagnostics as `line: CODE message`, one a line.
    pub fn messages(&self) -> Vec<String> {
        let line = |span: Span| self.sources.map.line_column(span.lo).map_or(0, |(_, place)| place.line);
        let show = |d: &Diagnostic| format!("{}: {} {}", line(d.primary.span), d.code.id, d.message);
        self.diagnostics.iter().map(show).collect()
    }

    /// The first token spelt so.
    pub fn token(&self, spelling: &str) -> Token {
        *self.tokens.iter().find(|t| self.sources.text(t.symbol) == spelling).unwrap()
    }

    /// The bytes a span covers in its file.
    pub fn text(&self, span: Span) -> String {
        String::from_utf8_lossy(self.sources.map.text(span)).into_owned()
    }
}
