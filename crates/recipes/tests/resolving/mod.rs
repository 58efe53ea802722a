//! What the suites of recipes share: programs out of text, and chance.

use std::sync::Arc;

use diagnostics::Sink;
use hir::Program;
use source::{FileKind, Sources};
use syntax::preprocess::{FileLoader, Loaded, preprocess};
use syntax::{Dialect, new_sources, parse};

struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// A typed program; its text must be without fault.
pub fn resolved(text: &str) -> (Program, Sources) {
    let mut sources = new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("case.c".into(), bytes, FileKind::User, None).expect("it fits");
    let options = syntax::preprocess::Options { dialect: Dialect::C, gnu: true, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = parse(&tokens, Dialect::C, &mut sources, &mut sink);
    let mut program = Program::default();
    resolve::resolve(&unit, &resolve::Options::default(), &mut program, &mut sources, &mut sink);
    let messages: Vec<&str> = sink.diagnostics().iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, [""; 0], "in {text}");
    (program, sources)
}

/// A linear congruential generator: the cases are the same every time.
pub struct Random(pub u64);

impl Random {
    /// A number less than `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// One of these.
    #[allow(dead_code)] // not every suite picks among words
    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}
